package io.istos;

import org.jspecify.annotations.Nullable;

/**
 * A result can't be stored for replay: it is not serializable, too large, or does not
 * read back as an equal value.
 */
public class UnstorableResultException extends IstosException {

	/**
	 * Create an exception.
	 * @param message what happened, to which operation, and the remedy
	 * @param cause the cause, if any
	 */
	public UnstorableResultException(String message, @Nullable Throwable cause) {
		super(message, cause, null);
	}

}
