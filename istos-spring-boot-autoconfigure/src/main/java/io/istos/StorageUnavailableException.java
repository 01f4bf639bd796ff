package io.istos;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * The store could not be asked, or did not answer in time. The method did not run unless
 * the message says otherwise.
 */
public class StorageUnavailableException extends IstosException {

	/**
	 * A sensible time to wait before a retry.
	 */
	public static final Duration SOON = Duration.ofSeconds(1);

	/**
	 * Create an exception.
	 * @param message what happened, to which operation, and the remedy
	 * @param cause the cause, if any
	 * @param retryAfter when to try again
	 */
	public StorageUnavailableException(String message, @Nullable Throwable cause, Duration retryAfter) {
		super(message, cause, retryAfter);
	}

}
