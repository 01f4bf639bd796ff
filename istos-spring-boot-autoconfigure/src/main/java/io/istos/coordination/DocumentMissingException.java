package io.istos.coordination;

import io.istos.IstosException;

/**
 * A document that was to be updated does not exist, and no initial value was given.
 */
public class DocumentMissingException extends IstosException {

	/**
	 * Create an exception.
	 * @param message which document, and the remedy
	 */
	public DocumentMissingException(String message) {
		super(message, null, null);
	}

}
