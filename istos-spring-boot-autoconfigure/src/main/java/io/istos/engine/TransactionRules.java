package io.istos.engine;

import org.jspecify.annotations.Nullable;

import io.istos.Boundary;
import io.istos.TransactionRequiredException;
import io.istos.storage.ClaimStore;
import io.istos.transaction.ExpectedTransaction;
import io.istos.transaction.LedgerTransactions;
import io.istos.transaction.OpenTransaction;

/**
 * Whether calls are completed in a transaction, and which may be: decided before anything
 * runs, and again where the body begins.
 */
final class TransactionRules {

	private TransactionRules() {
	}

	/**
	 * Whether calls of an operation are completed in the ledger's transaction, if one is
	 * open.
	 */
	static boolean joins(OperationSpec spec) {
		return spec.options().boundary() != Boundary.OWN && !spec.asynchronous();
	}

	/**
	 * The caller's transaction, if the call is going to be completed in it.
	 */
	static @Nullable OpenTransaction callers(LedgerTransactions transactions, OperationSpec spec, CallRequest request) {
		boolean current = joins(spec) && request.expected() == ExpectedTransaction.CURRENT;
		OpenTransaction callers = current ? transactions.current() : null;
		if (requires(spec) && callers == null && request.expected() != ExpectedTransaction.NEW) {
			throw new TransactionRequiredException(
					"Operation '" + spec.name() + "' has boundary " + spec.options().boundary()
							+ " but no writable transaction is open on the ledger's DataSource: the method did not run."
							+ " Add @Transactional with the ledger's transaction manager, or choose boundary OWN");
		}
		return callers;
	}

	/**
	 * The transaction that a body begins in, if its call is completed in it.
	 */
	static @Nullable OpenTransaction bodys(LedgerTransactions transactions, OperationSpec spec, CallRequest request) {
		OpenTransaction transaction = joins(spec) ? transactions.current() : null;
		boolean expected = joins(spec) && request.expected() == ExpectedTransaction.NEW;
		if ((expected || requires(spec)) && transaction == null) {
			throw new TransactionRequiredException("Operation '" + spec.name()
					+ "' was to run in a transaction on the ledger's DataSource, but none is open where its body begins:"
					+ " the method did not run. Check the order of its advice and its transaction manager");
		}
		return transaction;
	}

	private static boolean requires(OperationSpec spec) {
		Boundary boundary = spec.options().boundary();
		return boundary == Boundary.REQUIRED || boundary == Boundary.JOINED;
	}

	static void refuseSnapshot(ClaimStore store, OperationSpec spec, OpenTransaction transaction) {
		if (store.readsFromSnapshot(transaction)) {
			throw new TransactionRequiredException("Operation '" + spec.name()
					+ "' is to be claimed or completed in a REPEATABLE READ or SERIALIZABLE transaction, whose snapshot can't see its claim:"
					+ " the method did not run. Choose boundary OWN, or REQUIRES_NEW for the method's own transaction");
		}
	}

}
