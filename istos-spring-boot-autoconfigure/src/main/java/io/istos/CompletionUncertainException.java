package io.istos;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * The method ran, but its outcome could not be confirmed in the ledger. The claim is not
 * released: once it lapses, the operation's {@code onAbandoned} decides.
 */
public class CompletionUncertainException extends IstosException {

	/**
	 * Create an exception.
	 * @param message what happened, to which operation, and the remedy
	 * @param cause the cause, if any
	 * @param retryAfter when to try again
	 */
	public CompletionUncertainException(String message, @Nullable Throwable cause, Duration retryAfter) {
		super(message, cause, retryAfter);
	}

}
