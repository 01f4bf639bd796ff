package io.istos;

/**
 * A key came again with other arguments than before. The method did not run; send the
 * original arguments, or a new key.
 */
public class KeyReusedException extends IstosException {

	/**
	 * Create an exception.
	 * @param message what happened, to which operation, and the remedy
	 */
	public KeyReusedException(String message) {
		super(message, null, null);
	}

}
