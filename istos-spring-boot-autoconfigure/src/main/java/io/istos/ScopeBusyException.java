package io.istos;

import java.time.Duration;

/**
 * Another holds the lease of a scope. The method did not run. This is an answer: a store
 * that can't be asked is a {@link StorageUnavailableException}.
 */
public class ScopeBusyException extends IstosException {

	/**
	 * Create an exception.
	 * @param message what happened, to which scope, and the remedy
	 * @param retryAfter when to try again
	 */
	public ScopeBusyException(String message, Duration retryAfter) {
		super(message, null, retryAfter);
	}

}
