package io.istos;

import org.jspecify.annotations.Nullable;

/**
 * A stored outcome can't be read as the operation's result type any more. The method did
 * not run again.
 */
public class UnreadableResultException extends IstosException {

	/**
	 * Create an exception.
	 * @param message what happened, to which operation, and the remedy
	 * @param cause the cause, if any
	 */
	public UnreadableResultException(String message, @Nullable Throwable cause) {
		super(message, cause, null);
	}

}
