package io.istos.engine;

import java.util.Collections;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.istos.transaction.ExpectedTransaction;

/**
 * One call of an operation.
 *
 * @param key the business key; blank or {@code null} is refused for EXACTLY_ONCE
 * @param fingerprint the digest of what must be equal when the key comes again;
 * {@code null} for no check
 * @param arguments the arguments, for an {@link io.istos.AbandonedResolver}
 * @param expected the transaction that the body is going to run in
 */
public record CallRequest(@Nullable String key, @Nullable String fingerprint, List<@Nullable Object> arguments,
		ExpectedTransaction expected) {

	/**
	 * Copy.
	 */
	public CallRequest {
		arguments = Collections.unmodifiableList(arguments);
	}

}
