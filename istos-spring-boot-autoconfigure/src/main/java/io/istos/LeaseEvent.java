package io.istos;

import org.jspecify.annotations.Nullable;

/**
 * What happened to a lease of this process. Given to {@link LeaseListener} beans, and
 * published as an application event.
 */
public sealed interface LeaseEvent {

	/**
	 * The scope.
	 * @return the scope, as the application named it
	 */
	String scope();

	/**
	 * The fence token of the lease.
	 * @return the epoch
	 */
	long token();

	/**
	 * A lease was lost while work was going on under it, or while it was kept.
	 *
	 * @param scope the scope
	 * @param token the fence token of the lease
	 * @param reason why
	 */
	record Lost(String scope, long token, LeaseLoss reason) implements LeaseEvent {
	}

	/**
	 * This process acquired a scope that it keeps between calls: it leads.
	 *
	 * @param scope the scope
	 * @param token the fence token of the lease
	 */
	record Granted(String scope, long token) implements LeaseEvent {
	}

	/**
	 * This process no longer holds a scope that it kept between calls.
	 *
	 * @param scope the scope
	 * @param token the fence token of the lease
	 * @param reason why it was lost; {@code null} if it was given up at shutdown
	 */
	record Revoked(String scope, long token, @Nullable LeaseLoss reason) implements LeaseEvent {
	}

}
