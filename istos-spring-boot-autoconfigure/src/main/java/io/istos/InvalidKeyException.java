package io.istos;

/**
 * A key, operation or namespace is too long or holds characters that can't be stored: NUL
 * or unpaired surrogates. The method did not run.
 */
public class InvalidKeyException extends IstosException {

	/**
	 * Create an exception.
	 * @param message what happened, to which operation, and the remedy
	 */
	public InvalidKeyException(String message) {
		super(message, null, null);
	}

}
