package io.istos.storage.memory;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.istos.storage.LedgerTransaction;
import io.istos.storage.TransactionParticipant;
import io.istos.storage.TransactionParticipant.End;
import io.istos.storage.contract.TestTransaction;

/**
 * A transaction without a database: it only tells its participants what happens.
 */
final class DrivenTransaction implements LedgerTransaction, TestTransaction {

	private final Map<Class<?>, TransactionParticipant> participants = new LinkedHashMap<>();

	private boolean ended;

	@Override
	public <P extends TransactionParticipant> P participant(Class<P> type, Supplier<P> factory) {
		return type.cast(this.participants.computeIfAbsent(type, (key) -> factory.get()));
	}

	@Override
	public LedgerTransaction ledger() {
		return this;
	}

	@Override
	public Object savepoint() {
		Object savepoint = new Object();
		tell((participant) -> participant.savepointCreated(savepoint));
		return savepoint;
	}

	@Override
	public void rollbackTo(Object savepoint) {
		tell((participant) -> participant.savepointRolledBack(savepoint));
	}

	@Override
	public void commit() {
		try {
			tell(TransactionParticipant::beforeCommit);
		}
		catch (RuntimeException ex) {
			end(End.ROLLED_BACK);
			throw ex;
		}
		end(End.COMMITTED);
	}

	@Override
	public void rollback() {
		end(End.ROLLED_BACK);
	}

	@Override
	public void breakAtCommit() {
		tell(TransactionParticipant::beforeCommit);
		end(End.UNKNOWN);
	}

	@Override
	public void close() {
		if (!this.ended) {
			rollback();
		}
	}

	void end(End end) {
		this.ended = true;
		tell((participant) -> participant.completed(end));
	}

	private void tell(Consumer<TransactionParticipant> message) {
		List.copyOf(this.participants.values()).forEach(message);
	}

}
