package io.istos.engine;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.istos.storage.ClaimKey;
import io.istos.storage.ClaimStore;
import io.istos.storage.Completion;
import io.istos.storage.LedgerTransaction;
import io.istos.storage.TransactionParticipant;

/**
 * The exactly-once calls in one transaction. Their outcomes are written together just
 * before the commit, so that everything which may still keep the transaction from
 * committing has had its say, and a lost claim keeps it from committing whatever the
 * caller swallowed.
 */
final class CallsInTransaction implements TransactionParticipant {

	private final List<Attempt> attempts = new ArrayList<>();

	private final IdentityHashMap<Object, Integer> savepoints = new IdentityHashMap<>();

	private final LedgerTransaction transaction;

	private final ClaimStore store;

	private CallsInTransaction(LedgerTransaction transaction, ClaimStore store) {
		this.transaction = transaction;
		this.store = store;
	}

	static CallsInTransaction of(LedgerTransaction transaction, ClaimStore store) {
		return transaction.participant(CallsInTransaction.class, () -> new CallsInTransaction(transaction, store));
	}

	void add(Attempt attempt) {
		this.attempts.add(attempt);
	}

	/**
	 * The latest attempt at a key in this transaction.
	 */
	@Nullable Attempt find(ClaimKey key) {
		for (int i = this.attempts.size() - 1; i >= 0; i--) {
			if (this.attempts.get(i).call().key().equals(key)) {
				return this.attempts.get(i);
			}
		}
		return null;
	}

	@Override
	public void savepointCreated(Object savepoint) {
		this.savepoints.put(savepoint, this.attempts.size());
	}

	// An unknown savepoint is older than the first attempt.
	@Override
	public void savepointRolledBack(Object savepoint) {
		int first = this.savepoints.getOrDefault(savepoint, 0);
		this.attempts.subList(first, this.attempts.size()).forEach(Attempt::undo);
	}

	@Override
	public void beforeCommit() {
		List<Attempt> finished = this.attempts.stream()
			.filter((attempt) -> attempt.call().isDecidedBy(attempt))
			.toList();
		List<Completion> completions = finished.stream().map((attempt) -> attempt.call().completion(attempt)).toList();
		if (!completions.isEmpty()) {
			this.store.markProcessed(completions, this.transaction);
			finished.forEach((attempt) -> attempt.call().stopRenewing());
		}
	}

	@Override
	public void completed(End end) {
		this.attempts.forEach((attempt) -> attempt.transactionEnded(end));
	}

}
