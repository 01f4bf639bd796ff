package io.istos.engine;

/**
 * What came of a call of a leased method.
 */
public enum LeaseOutcome {

	/**
	 * The method ran and returned, and its lease was not lost before that.
	 */
	RAN,

	/**
	 * The scope was busy, and the method was skipped.
	 */
	SKIPPED,

	/**
	 * The scope was busy, and the caller was told so by an exception.
	 */
	BUSY,

	/**
	 * The method ran and failed.
	 */
	FAILED,

	/**
	 * The method did not run for another reason than a busy scope: a bad scope, a
	 * transaction that does not fit, a store that is down.
	 */
	REFUSED,

	/**
	 * The lease was lost while the method ran, or before it could begin.
	 */
	LOST

}
