package io.istos.storage.contract;

import io.istos.storage.LedgerTransaction;

/**
 * A transaction on the ledger, open on the thread that began it.
 */
public interface TestTransaction extends AutoCloseable {

	/**
	 * The transaction as a store is given it.
	 * @return the transaction
	 */
	LedgerTransaction ledger();

	/**
	 * Make a savepoint.
	 * @return identifies it
	 */
	Object savepoint();

	/**
	 * Undo what came after a savepoint.
	 * @param savepoint identifies it
	 */
	void rollbackTo(Object savepoint);

	/**
	 * Commit. An exception means that it was rolled back instead.
	 */
	void commit();

	/**
	 * Roll back.
	 */
	void rollback();

	/**
	 * Commit over a connection that breaks, so that nobody learns how it ended; throws
	 * nothing.
	 */
	void breakAtCommit();

	/**
	 * Roll back, unless it has ended.
	 */
	@Override
	void close();

}
