package io.istos;

/**
 * The call was done before, and nobody knows with which result any more: its operation
 * doesn't store results, or it was finished elsewhere and imported. The method did not
 * run again.
 */
public class ResultNotStoredException extends IstosException {

	/**
	 * Create an exception.
	 * @param message what happened, to which operation, and the remedy
	 */
	public ResultNotStoredException(String message) {
		super(message, null, null);
	}

}
