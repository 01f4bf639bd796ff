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

import io.istos.storage.LogEntry;

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
