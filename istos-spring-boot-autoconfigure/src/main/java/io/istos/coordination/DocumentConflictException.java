package io.istos.coordination;

import java.time.Duration;

import io.istos.IstosException;

/**
 * A document was written by others as often as it was tried. Nothing was written.
 */
public class DocumentConflictException extends IstosException {

	/**
	 * Create an exception.
	 * @param message what happened, to which document, and the remedy
	 */
	public DocumentConflictException(String message) {
		super(message, null, Duration.ofMillis(100));
	}

}
