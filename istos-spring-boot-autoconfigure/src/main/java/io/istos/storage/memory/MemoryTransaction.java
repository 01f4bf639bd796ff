package io.istos.storage.memory;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.Lock;

import org.jspecify.annotations.Nullable;

import io.istos.ClaimLostException;
import io.istos.storage.ClaimKey;
import io.istos.storage.LogEntry;
import io.istos.storage.TransactionParticipant;

/**
 * What one open transaction wrote: seen by itself alone, with its keys locked for others,
 * until it ends.
 */
final class MemoryTransaction implements Rows, TransactionParticipant {

	private final Ledger ledger;

	private final Lock lock;

	private final List<Written> written = new ArrayList<>();

	private final List<Appended> appended = new ArrayList<>();

	private final Map<ClaimKey, Row> current = new HashMap<>();

	private final Map<Object, Mark> savepoints = new HashMap<>();

	private @Nullable ClaimLostException loss;

	MemoryTransaction(Ledger ledger, Lock lock) {
		this.ledger = ledger;
		this.lock = lock;
	}

	boolean isOn(Ledger ledger) {
		return this.ledger == ledger;
	}

	/**
	 * Keep this transaction from committing, whatever becomes of the exception.
	 */
	void doom(ClaimLostException loss) {
		this.loss = loss;
	}

	@Override
	public @Nullable Row find(ClaimKey key) {
		Row row = this.current.get(key);
		return (row != null) ? row : this.ledger.find(key);
	}

	@Override
	public boolean isLocked(ClaimKey key) {
		return this.ledger.isLockedByAnother(key, this);
	}

	@Override
	public void write(ClaimKey key, Row row) {
		this.ledger.lock(key, this);
		this.written.add(new Written(key, row));
		this.current.put(key, row);
	}

	@Override
	public void append(String namespace, LogEntry entry) {
		this.appended.add(new Appended(namespace, entry));
	}

	@Override
	public boolean isResource() {
		return true;
	}

	@Override
	public void savepointCreated(Object savepoint) {
		this.savepoints.put(savepoint, new Mark(this.written.size(), this.appended.size()));
	}

	@Override
	public void savepointRolledBack(Object savepoint) {
		this.lock.lock();
		try {
			backTo(this.savepoints.getOrDefault(savepoint, Mark.START));
		}
		finally {
			this.lock.unlock();
		}
	}

	private void backTo(Mark mark) {
		truncate(this.written, mark.written());
		truncate(this.appended, mark.appended());
		Set<ClaimKey> keys = new HashSet<>(this.current.keySet());
		this.current.clear();
		this.written.forEach((write) -> this.current.put(write.key(), write.row()));
		keys.removeAll(this.current.keySet());
		this.ledger.unlock(keys);
	}

	private static void truncate(List<?> list, int size) {
		list.subList(size, list.size()).clear();
	}

	@Override
	public void beforeCommit() {
		if (this.loss != null) {
			throw new ClaimLostException("This transaction can't commit any more: " + this.loss.getMessage(),
					this.loss);
		}
	}

	@Override
	public void completed(End end) {
		this.lock.lock();
		try {
			if (end == End.COMMITTED && this.loss == null) {
				this.current.forEach(this.ledger::write);
				this.appended.forEach((append) -> this.ledger.append(append.namespace(), append.entry()));
			}
			else if (end == End.UNKNOWN) {
				this.current.forEach((key, row) -> this.ledger.write(key, row.orphaned()));
			}
			this.ledger.unlock(this.current.keySet());
		}
		finally {
			this.lock.unlock();
		}
	}

	private record Written(ClaimKey key, Row row) {
	}

	private record Appended(String namespace, LogEntry entry) {
	}

	private record Mark(int written, int appended) {

		private static final Mark START = new Mark(0, 0);

	}

}
