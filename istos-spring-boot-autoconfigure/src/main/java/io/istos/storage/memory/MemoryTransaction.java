package io.istos.storage.memory;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import io.istos.IstosException;
import io.istos.storage.ClaimKey;
import io.istos.storage.LogEntry;
import io.istos.storage.TransactionParticipant;

/**
 * What one open transaction did: seen by itself alone, with its keys and scopes locked
 * for others, until it ends.
 */
final class MemoryTransaction implements Rows, TransactionParticipant {

	private final Ledger ledger;

	private final Lock lock;

	private final List<Change> changes = new ArrayList<>();

	private final Map<ClaimKey, Row> current = new HashMap<>();

	private final Map<Object, Integer> savepoints = new HashMap<>();

	private @Nullable Supplier<IstosException> loss;

	private boolean ended;

	MemoryTransaction(Ledger ledger, Lock lock) {
		this.ledger = ledger;
		this.lock = lock;
	}

	boolean isOn(Ledger ledger) {
		return this.ledger == ledger;
	}

	/**
	 * Keep this transaction from committing, whatever becomes of the exception.
	 * @return the exception to throw
	 */
	IstosException doom(BiFunction<String, @Nullable Throwable, IstosException> type, String message) {
		IstosException loss = type.apply(message, null);
		this.loss = () -> type.apply("This transaction can't commit any more: " + message, loss);
		return loss;
	}

	boolean isEnded() {
		return this.ended;
	}

	@Override
	public @Nullable Row find(ClaimKey key) {
		Row row = this.current.get(key);
		return (row != null) ? row : this.ledger.find(key);
	}

	@Override
	public boolean isLocked(ClaimKey key) {
		return this.ledger.locks().isLockedByAnother(key, this);
	}

	@Override
	public void write(ClaimKey key, Row row) {
		add(new Change.Written(key, row));
		this.current.put(key, row);
	}

	@Override
	public void append(String namespace, LogEntry entry) {
		add(new Change.Appended(namespace, entry));
	}

	void add(Change change) {
		Object key = change.locked();
		if (key != null) {
			this.ledger.locks().lock(key, this);
		}
		this.changes.add(change);
	}

	@Override
	public boolean isResource() {
		return true;
	}

	@Override
	public void savepointCreated(Object savepoint) {
		this.savepoints.put(savepoint, this.changes.size());
	}

	@Override
	public void savepointRolledBack(Object savepoint) {
		this.lock.lock();
		try {
			backTo(this.savepoints.getOrDefault(savepoint, 0));
		}
		finally {
			this.lock.unlock();
		}
	}

	private void backTo(int size) {
		Set<Object> keys = locked();
		this.changes.subList(size, this.changes.size()).clear();
		this.current.clear();
		for (Change change : this.changes) {
			if (change instanceof Change.Written written) {
				this.current.put(written.key(), written.row());
			}
		}
		keys.removeAll(locked());
		unlock(keys);
	}

	private Set<Object> locked() {
		return this.changes.stream()
			.map(Change::locked)
			.filter(Objects::nonNull)
			.collect(Collectors.toCollection(HashSet::new));
	}

	private void unlock(Set<Object> keys) {
		keys.forEach((key) -> this.ledger.locks().unlock(key, this));
	}

	@Override
	public void beforeCommit() {
		if (this.loss != null) {
			throw this.loss.get();
		}
	}

	@Override
	public void completed(End end) {
		this.lock.lock();
		try {
			if (end == End.COMMITTED && this.loss == null) {
				this.changes.forEach((change) -> change.committed(this.ledger));
			}
			else if (end == End.UNKNOWN) {
				this.changes.forEach((change) -> change.unknown(this.ledger));
			}
			unlock(locked());
			this.ended = true;
		}
		finally {
			this.lock.unlock();
		}
	}

}
