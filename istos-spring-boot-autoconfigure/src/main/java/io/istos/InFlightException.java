package io.istos;

import java.time.Duration;

/**
 * Another call of the same key is running. The method did not run; the same call, made
 * after {@link #retryAfter()}, gets the outcome or takes over.
 */
public class InFlightException extends IstosException {

	/**
	 * Create an exception.
	 * @param message what happened, to which operation, and the remedy
	 * @param retryAfter when to try again
	 */
	public InFlightException(String message, Duration retryAfter) {
		super(message, null, retryAfter);
	}

}
