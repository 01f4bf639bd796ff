package io.istos;

/**
 * A durable method needs a transaction on the ledger that is not there, or not of the
 * kind it needs. The method did not run.
 */
public class TransactionRequiredException extends IstosException {

	/**
	 * Create an exception.
	 * @param message what happened, to which operation, and the remedy
	 */
	public TransactionRequiredException(String message) {
		super(message, null, null);
	}

}
