package io.istos;

import org.jspecify.annotations.Nullable;

/**
 * Optional bean that separates the keys of tenants or principals: equal keys of two
 * scopes are two calls. Joined to {@code istos.namespace}; called on the thread of each
 * durable call, so it must be fast and thread-safe.
 */
@FunctionalInterface
public interface KeyScope {

	/**
	 * The scope of the current call.
	 * @return the scope, without {@code |}; {@code null} for the namespace alone. Blank
	 * is refused
	 */
	@Nullable String current();

}
