package io.istos.storage.memory;

import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import io.istos.storage.LogEntry;
import io.istos.storage.OperatorStore;
import io.istos.storage.OperatorStore.OperationName;

/**
 * The entries of the event log. Not thread-safe.
 */
final class Entries {

	private final Map<LogKey, NavigableMap<Long, LogEntry>> logs = new HashMap<>();

	private final NavigableSet<Aged> byAge = new TreeSet<>();

	void append(String namespace, LogEntry entry) {
		LogKey log = new LogKey(namespace, entry.key());
		this.logs.computeIfAbsent(log, (key) -> new TreeMap<>()).put(entry.id(), entry);
		this.byAge.add(new Aged(entry.at(), entry.id(), log));
	}

	List<LogEntry> newest(String namespace, String key, int limit) {
		NavigableMap<Long, LogEntry> entries = this.logs.getOrDefault(new LogKey(namespace, key),
				Collections.emptyNavigableMap());
		return entries.descendingMap().values().stream().limit(limit).toList();
	}

	int purge(Instant until, int batchSize) {
		int purged = 0;
		while (purged < batchSize && !this.byAge.isEmpty() && !this.byAge.first().at().isAfter(until)) {
			remove(Objects.requireNonNull(this.byAge.pollFirst()));
			purged++;
		}
		return purged;
	}

	private void remove(Aged entry) {
		this.logs.computeIfPresent(entry.log(), (key, entries) -> {
			entries.remove(entry.id());
			return entries.isEmpty() ? null : entries;
		});
	}

	/**
	 * The logs that have entries.
	 */
	Stream<OperationName> logs() {
		return this.logs.keySet().stream().map((log) -> new OperationName(log.namespace(), log.key()));
	}

	/**
	 * Remove what was appended under an idempotency key.
	 */
	void forget(String namespace, String key, String idempotencyKey) {
		newest(namespace, key, Integer.MAX_VALUE).stream()
			.filter((entry) -> idempotencyKey.equals(entry.idempotencyKey()))
			.forEach((entry) -> forget(namespace, entry));
	}

	/**
	 * Look at entries, the newest first, and remove those whose idempotency key begins
	 * with a prefix.
	 */
	OperatorStore.LogWalk forget(OperationName operation, String prefix, long beforeId, int batchSize) {
		LogKey log = new LogKey(operation.namespace(), operation.operation());
		List<LogEntry> seen = this.logs.getOrDefault(log, Collections.emptyNavigableMap())
			.headMap(beforeId, false)
			.descendingMap()
			.values()
			.stream()
			.limit(batchSize)
			.toList();
		List<LogEntry> forgotten = seen.stream().filter((entry) -> begins(entry.idempotencyKey(), prefix)).toList();
		forgotten.forEach((entry) -> forget(operation.namespace(), entry));
		return new OperatorStore.LogWalk(forgotten.size(),
				(seen.size() == batchSize) ? seen.get(batchSize - 1).id() : null);
	}

	private static boolean begins(@Nullable String key, String prefix) {
		return key != null && key.startsWith(prefix);
	}

	private void forget(String namespace, LogEntry entry) {
		Aged aged = new Aged(entry.at(), entry.id(), new LogKey(namespace, entry.key()));
		this.byAge.remove(aged);
		remove(aged);
	}

	private record LogKey(String namespace, String key) {
	}

	private record Aged(Instant at, long id, LogKey log) implements Comparable<Aged> {

		private static final Comparator<Aged> ORDER = Comparator.comparing(Aged::at).thenComparingLong(Aged::id);

		@Override
		public int compareTo(Aged other) {
			return ORDER.compare(this, other);
		}

	}

}
