package io.istos;

/**
 * A former call of the key lapsed or ended with an unknown outcome, and the operation
 * asks for a person's decision. The method did not run.
 */
public class AbandonedException extends IstosException {

	/**
	 * Create an exception.
	 * @param message what happened, to which operation, and the remedy
	 */
	public AbandonedException(String message) {
		super(message, null, null);
	}

}
