package io.istos.storage;

/**
 * Whether somebody holds a scope, at the instant the store was asked.
 */
public enum LeaseStatus {

	/**
	 * Somebody holds a live lease on it.
	 */
	HELD,

	/**
	 * Its lease lapsed, and nobody has taken it.
	 */
	LAPSED,

	/**
	 * It was given up, though perhaps it can't be acquired yet.
	 */
	FREE

}
