package io.istos;

/**
 * How often a durable method may run for one call.
 */
public enum Durability {

	/**
	 * Untracked: every call runs, no storage is touched.
	 */
	AT_MOST_ONCE,

	/**
	 * Every execution that returns normally is appended to the event log, in the ledger's
	 * transaction if one is open. A failed append reaches the caller.
	 */
	AT_LEAST_ONCE,

	/**
	 * One outcome per business key: claim, run, complete, and log. Duplicates get the
	 * first outcome.
	 */
	EXACTLY_ONCE

}
