package io.istos.storage.memory;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import io.istos.storage.ClaimKey;
import io.istos.storage.LogEntry;
import io.istos.storage.OperatorStore.OperationName;
import io.istos.storage.ScopeKey;

/**
 * What is committed, and which keys and scopes open transactions have. Not thread-safe.
 */
final class Ledger implements Rows {

	private final Map<ClaimKey, Row> rows = new HashMap<>();

	private final NavigableSet<Expiry> expiries = new TreeSet<>();

	private final Map<ScopeKey, LeaseRow> leases = new HashMap<>();

	private final Locks locks = new Locks();

	private final Entries entries = new Entries();

	@Override
	public @Nullable Row find(ClaimKey key) {
		return this.rows.get(key);
	}

	@Override
	public boolean isLocked(ClaimKey key) {
		return this.locks.isLocked(key);
	}

	@Override
	public void write(ClaimKey key, Row row) {
		Row before = this.rows.put(key, row);
		if (before != null && before.expiresAt() != null) {
			this.expiries.remove(new Expiry(before.expiresAt(), key));
		}
		if (row.expiresAt() != null) {
			this.expiries.add(new Expiry(row.expiresAt(), key));
		}
	}

	void remove(ClaimKey key) {
		Row row = this.rows.remove(key);
		if (row != null && row.expiresAt() != null) {
			this.expiries.remove(new Expiry(row.expiresAt(), key));
		}
	}

	Map<ClaimKey, Row> rows() {
		return Collections.unmodifiableMap(this.rows);
	}

	/**
	 * The logs that have entries.
	 */
	Stream<OperationName> logs() {
		return this.entries.logs();
	}

	@Override
	public void append(String namespace, LogEntry entry) {
		this.entries.append(namespace, entry);
	}

	Entries entries() {
		return this.entries;
	}

	int purge(int batchSize, Instant now) {
		List<Expiry> expired = new ArrayList<>();
		for (Expiry expiry : this.expiries) {
			if (expired.size() >= batchSize || expiry.at().isAfter(now)) {
				break;
			}
			if (!isLocked(expiry.key())) {
				expired.add(expiry);
			}
		}
		for (Expiry expiry : expired) {
			remove(expiry.key());
		}
		return expired.size();
	}

	Map<ScopeKey, LeaseRow> leases() {
		return this.leases;
	}

	Locks locks() {
		return this.locks;
	}

	private record Expiry(Instant at, ClaimKey key) implements Comparable<Expiry> {

		private static final Comparator<Expiry> ORDER = Comparator.comparing(Expiry::at).thenComparing(Expiry::key);

		@Override
		public int compareTo(Expiry other) {
			return ORDER.compare(this, other);
		}

	}

}
