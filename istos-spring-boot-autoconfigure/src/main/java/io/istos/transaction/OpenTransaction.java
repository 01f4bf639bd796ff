package io.istos.transaction;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.core.Ordered;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.support.TransactionSynchronization;

import io.istos.StorageUnavailableException;
import io.istos.storage.LedgerTransaction;
import io.istos.storage.TransactionParticipant;
import io.istos.storage.TransactionParticipant.End;

/**
 * A transaction on the ledger, from its begin to its end. Not thread-safe, as the
 * transaction itself.
 */
public final class OpenTransaction implements LedgerTransaction {

	private static final Log logger = LogFactory.getLog(OpenTransaction.class);

	private final LedgerTransactions registry;

	private final Object holder;

	private final TransactionExecution execution;

	private final Map<Class<?>, TransactionParticipant> participants = new LinkedHashMap<>();

	private State state = State.OPEN;

	OpenTransaction(LedgerTransactions registry, Object holder, TransactionExecution execution) {
		this.registry = registry;
		this.holder = holder;
		this.execution = execution;
	}

	@Override
	public <P extends TransactionParticipant> P participant(Class<P> type, Supplier<P> factory) {
		return type.cast(this.participants.computeIfAbsent(type, (key) -> factory.get()));
	}

	/**
	 * Whether the transaction accepts writes that commit with it.
	 * @return {@code false} once its commit or rollback has begun
	 */
	public boolean isOpen() {
		return this.state == State.OPEN;
	}

	boolean isReadOnly() {
		return this.execution.isReadOnly();
	}

	Object holder() {
		return this.holder;
	}

	boolean belongsTo(TransactionExecution candidate) {
		return this.execution == candidate;
	}

	TransactionSynchronization synchronization() {
		return new EndSynchronization();
	}

	void beforeCommit() {
		if (!isOpen()) {
			return;
		}
		this.state = State.CLOSING;
		try {
			forEach(TransactionParticipant::beforeCommit);
			this.state = State.COMMITTING;
		}
		catch (TransactionException ex) {
			// Managers commit after a transaction exception from here.
			throw new StorageUnavailableException("Completing the durable calls of a transaction failed", ex,
					StorageUnavailableException.SOON);
		}
	}

	void beforeRollback() {
		if (isOpen()) {
			this.state = State.CLOSING;
		}
	}

	// A manager may take a commit whose answer was lost for a rollback.
	void ended(End end) {
		if (this.state == State.ENDED) {
			return;
		}
		End known = (this.state == State.COMMITTING && end == End.ROLLED_BACK) ? End.UNKNOWN : end;
		this.state = State.ENDED;
		this.registry.ended(this);
		if (known != End.COMMITTED && !this.participants.isEmpty()) {
			rollbackConnection();
		}
		forEach((participant) -> notifyEnd(participant, known));
	}

	// A manager that gave up on a commit may return the connection in auto-commit mode,
	// and
	// so commit what the participants take for rolled back.
	private void rollbackConnection() {
		if (this.holder instanceof ConnectionHolder connectionHolder) {
			try {
				connectionHolder.getConnection().rollback();
			}
			catch (Exception ex) {
				logger.debug("Connection of an ended transaction can't be rolled back", ex);
			}
		}
	}

	private void notifyEnd(TransactionParticipant participant, End end) {
		try {
			participant.completed(end);
		}
		catch (RuntimeException ex) {
			logger.error("A participant failed at the end (" + end + ") of a transaction", ex);
		}
	}

	private void forEach(Consumer<TransactionParticipant> action) {
		List<TransactionParticipant> ordered = new ArrayList<>(this.participants.values());
		ordered.sort(Comparator.comparing(TransactionParticipant::isResource).reversed());
		ordered.forEach(action);
	}

	private enum State {

		OPEN, CLOSING, COMMITTING, ENDED

	}

	private final class EndSynchronization implements TransactionSynchronization {

		@Override
		public int getOrder() {
			return Ordered.HIGHEST_PRECEDENCE;
		}

		@Override
		public void savepoint(Object savepoint) {
			forEach((participant) -> participant.savepointCreated(savepoint));
		}

		@Override
		public void savepointRollback(Object savepoint) {
			forEach((participant) -> participant.savepointRolledBack(savepoint));
		}

		@Override
		public void afterCompletion(int status) {
			End end = switch (status) {
				case STATUS_COMMITTED -> End.COMMITTED;
				case STATUS_ROLLED_BACK -> End.ROLLED_BACK;
				default -> End.UNKNOWN;
			};
			ended(end);
		}

	}

}
