package io.istos.autoconfigure;

import org.jspecify.annotations.Nullable;

import io.istos.transaction.LedgerTransactions;

/**
 * What transaction managers over the ledger bind their resources to: the ledger's
 * {@code DataSource}, or what the manager has for a ledger without one.
 */
final class LedgerResource {

	private final boolean inMemory;

	private final LedgerDataSource dataSource;

	private final LedgerManager manager;

	LedgerResource(boolean inMemory, LedgerDataSource dataSource, LedgerManager manager) {
		this.inMemory = inMemory;
		this.dataSource = dataSource;
		this.manager = manager;
	}

	@Nullable Object get() {
		Object resource = this.inMemory ? null : this.dataSource.find();
		return (resource != null) ? resource : this.manager.resource();
	}

	/**
	 * Fail if the choice is ambiguous or contradicts itself.
	 * @param transactions knows the ledger
	 */
	void check(LedgerTransactions transactions) {
		if (!this.inMemory && this.dataSource.find() != null) {
			this.manager.checkMarked(transactions);
		}
		else {
			this.manager.check();
		}
	}

}
