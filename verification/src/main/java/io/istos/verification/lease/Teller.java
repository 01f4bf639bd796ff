package io.istos.verification.lease;

/**
 * Adds to the balance of a scope under its lease, or does nothing if the scope is busy.
 */
interface Teller {

	void readCommitted(String scope);

	void repeatableRead(String scope);

	/**
	 * Adds in several transactions, each with a checkpoint where commits are fenced.
	 * @param scope the scope
	 */
	void steps(String scope);

	/**
	 * Adds on another thread.
	 * @param scope the scope
	 */
	void handedOver(String scope);

}
