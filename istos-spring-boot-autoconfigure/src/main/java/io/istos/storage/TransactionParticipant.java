package io.istos.storage;

/**
 * Takes part in a {@link LedgerTransaction}. Called on the transaction's thread.
 */
public interface TransactionParticipant {

	/**
	 * Whether this is a resource of the store, which applies or undoes its writes before
	 * the other participants learn of the end.
	 * @return {@code true} for a store's own participant
	 */
	default boolean isResource() {
		return false;
	}

	/**
	 * A savepoint was made.
	 * @param savepoint identifies it
	 */
	default void savepointCreated(Object savepoint) {
	}

	/**
	 * What came after a savepoint is about to be rolled back.
	 * @param savepoint identifies it; perhaps one from before this participant came
	 */
	default void savepointRolledBack(Object savepoint) {
	}

	/**
	 * The last moment before the commit. An exception rolls the transaction back.
	 */
	default void beforeCommit() {
	}

	/**
	 * The transaction ended.
	 * @param end how
	 */
	default void completed(End end) {
	}

	/**
	 * How a transaction ended.
	 */
	enum End {

		/**
		 * Committed.
		 */
		COMMITTED,

		/**
		 * Rolled back.
		 */
		ROLLED_BACK,

		/**
		 * Not known: the connection broke while it was ending.
		 */
		UNKNOWN

	}

}
