package io.istos;

/**
 * Where the claim and the completion of a durable call are written, relative to the
 * transaction that is open on the ledger's {@code DataSource}.
 */
public enum Boundary {

	/**
	 * What {@code istos.durable.boundary} says; {@link #AUTO} if it says nothing.
	 */
	DEFAULT,

	/**
	 * Claimed in a short transaction of its own before the method; completed in the
	 * ledger's transaction if the method runs in one, else in one of its own.
	 */
	AUTO,

	/**
	 * As {@link #AUTO}, but without a transaction on the ledger the call is refused
	 * before anything runs.
	 */
	REQUIRED,

	/**
	 * Claimed and completed in transactions of its own: for effects that must not be tied
	 * to a transaction.
	 */
	OWN,

	/**
	 * Claimed and completed in the ledger's transaction: one commit in all, and a crash
	 * leaves nothing behind. Needs a READ COMMITTED transaction.
	 */
	JOINED

}
