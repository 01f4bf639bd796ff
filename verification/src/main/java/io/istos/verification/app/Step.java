package io.istos.verification.app;

/**
 * Where a durable or leased call in a transaction may be when its process ends.
 */
public enum Step {

	/**
	 * The claim or lease is committed, the body has not begun.
	 */
	CLAIMED,

	/**
	 * In the body, nothing written.
	 */
	BODY,

	/**
	 * In the body, its row written.
	 */
	INSERTED,

	/**
	 * The commit has begun, the completion is not written, the lease not fenced.
	 */
	COMPLETING,

	/**
	 * The completion is written or the lease fenced, COMMIT not sent.
	 */
	COMPLETED,

	/**
	 * Committed, the caller not told.
	 */
	COMMITTED

}
