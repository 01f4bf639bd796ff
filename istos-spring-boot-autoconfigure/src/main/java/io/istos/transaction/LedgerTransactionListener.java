package io.istos.transaction;

import org.jspecify.annotations.Nullable;

import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import io.istos.storage.TransactionParticipant.End;

/**
 * Follows the transactions of a manager over the ledger.
 */
final class LedgerTransactionListener implements TransactionExecutionListener {

	private final LedgerTransactions transactions;

	LedgerTransactionListener(LedgerTransactions transactions) {
		this.transactions = transactions;
	}

	@Override
	public void afterBegin(TransactionExecution execution, @Nullable Throwable failure) {
		Object holder = this.transactions.boundHolder();
		if (failure != null || holder == null || !execution.isNewTransaction() || find(execution) != null
				|| !TransactionSynchronizationManager.isSynchronizationActive()) {
			return;
		}
		OpenTransaction transaction = new OpenTransaction(this.transactions, holder, execution);
		TransactionSynchronizationManager.registerSynchronization(transaction.synchronization());
		this.transactions.opened(transaction);
	}

	@Override
	public void beforeCommit(TransactionExecution execution) {
		OpenTransaction transaction = find(execution);
		if (transaction != null) {
			transaction.beforeCommit();
		}
	}

	@Override
	public void beforeRollback(TransactionExecution execution) {
		OpenTransaction transaction = find(execution);
		if (transaction != null) {
			transaction.beforeRollback();
		}
	}

	@Override
	public void afterCommit(TransactionExecution execution, @Nullable Throwable failure) {
		end(execution, (failure != null) ? End.UNKNOWN : End.COMMITTED);
	}

	@Override
	public void afterRollback(TransactionExecution execution, @Nullable Throwable failure) {
		end(execution, (failure != null) ? End.UNKNOWN : End.ROLLED_BACK);
	}

	private void end(TransactionExecution execution, End end) {
		OpenTransaction transaction = find(execution);
		if (transaction != null) {
			transaction.ended(end);
		}
	}

	// Savepoints and participating transactions come by with an execution of their own.
	private @Nullable OpenTransaction find(TransactionExecution execution) {
		OpenTransaction transaction = this.transactions.bound();
		return (transaction != null && transaction.belongsTo(execution)) ? transaction : null;
	}

}
