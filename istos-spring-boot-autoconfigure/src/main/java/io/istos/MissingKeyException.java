package io.istos;

/**
 * The key of a durable call was null or blank. The method did not run.
 */
public class MissingKeyException extends IstosException {

	/**
	 * Create an exception.
	 * @param message what happened, to which operation, and the remedy
	 */
	public MissingKeyException(String message) {
		super(message, null, null);
	}

}
