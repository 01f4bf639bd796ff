package io.istos;

/**
 * Whether transactions commit only while the lease is held.
 */
public enum Fencing {

	/**
	 * Every writing transaction on the ledger's database that commits on a thread while
	 * it works under the lease is fenced first: if the lease is lost it rolls back, and
	 * {@link LeaseLostException} is thrown.
	 */
	COMMIT,

	/**
	 * Nothing is fenced unless the method asks {@link Fence} itself.
	 */
	NONE

}
