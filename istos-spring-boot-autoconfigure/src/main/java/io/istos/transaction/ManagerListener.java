package io.istos.transaction;

import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.TransactionManager;

/**
 * Listens for the ledger, once its manager is known to be over it.
 */
final class ManagerListener implements TransactionExecutionListener {

	private static final TransactionExecutionListener NONE = new TransactionExecutionListener() {
	};

	private final TransactionManager manager;

	private final Supplier<? extends @Nullable LedgerTransactions> transactions;

	private volatile @Nullable TransactionExecutionListener decided;

	ManagerListener(TransactionManager manager, Supplier<? extends @Nullable LedgerTransactions> transactions) {
		this.manager = manager;
		this.transactions = transactions;
	}

	// The only callback whose failure leaves no open transaction behind.
	@Override
	public void beforeBegin(TransactionExecution execution) {
		if (this.decided == null) {
			LedgerTransactions ledger = this.transactions.get();
			this.decided = (ledger != null && ledger.isOverLedger(this.manager)) ? ledger.listener() : NONE;
		}
	}

	@Override
	public void afterBegin(TransactionExecution execution, @Nullable Throwable failure) {
		listener().afterBegin(execution, failure);
	}

	@Override
	public void beforeCommit(TransactionExecution execution) {
		listener().beforeCommit(execution);
	}

	@Override
	public void afterCommit(TransactionExecution execution, @Nullable Throwable failure) {
		listener().afterCommit(execution, failure);
	}

	@Override
	public void beforeRollback(TransactionExecution execution) {
		listener().beforeRollback(execution);
	}

	@Override
	public void afterRollback(TransactionExecution execution, @Nullable Throwable failure) {
		listener().afterRollback(execution, failure);
	}

	private TransactionExecutionListener listener() {
		TransactionExecutionListener listener = this.decided;
		return (listener != null) ? listener : NONE;
	}

}
