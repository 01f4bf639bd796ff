package io.istos;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * Root of the exceptions that Istos throws. None of them is a transaction exception, so
 * each rolls a transaction back by Spring's default rules.
 */
public abstract class IstosException extends RuntimeException {

	private final @Nullable Duration retryAfter;

	/**
	 * Create an exception.
	 * @param message what happened, to which operation, and the remedy
	 * @param cause the cause, if any
	 * @param retryAfter when a retry makes sense; {@code null} for never
	 */
	protected IstosException(String message, @Nullable Throwable cause, @Nullable Duration retryAfter) {
		super(message, cause);
		this.retryAfter = retryAfter;
	}

	/**
	 * When the same call may be tried again.
	 * @return the time to wait before a retry, or {@code null} if a retry of the same
	 * call can't succeed
	 */
	public @Nullable Duration retryAfter() {
		return this.retryAfter;
	}

}
