package io.istos.storage;

/**
 * The answer to a claim.
 */
public enum ClaimState {

	/**
	 * The caller owns the key and must run, complete or release.
	 */
	CLAIMED,

	/**
	 * Another call owns the key, or a transaction is deciding about it: ask again.
	 */
	IN_FLIGHT,

	/**
	 * The key has an outcome.
	 */
	DONE,

	/**
	 * The key is held, or lapsed and not to be taken over.
	 */
	ABANDONED,

	/**
	 * The key belongs to another fingerprint.
	 */
	REUSED

}
