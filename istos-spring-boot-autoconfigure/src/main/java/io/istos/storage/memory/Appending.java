package io.istos.storage.memory;

import java.time.InstantSource;

import org.jspecify.annotations.Nullable;

import io.istos.storage.ClaimKey;
import io.istos.storage.LogEntry;

/**
 * Decides what is appended to the event log. Not thread-safe.
 */
final class Appending {

	private final InstantSource clock;

	private long lastId;

	Appending(InstantSource clock) {
		this.clock = clock;
	}

	boolean appendUnlessFinished(Rows rows, String namespace, String key, @Nullable String value,
			@Nullable String idempotencyKey) {
		if (idempotencyKey != null && isFinished(rows.find(new ClaimKey(namespace, key, idempotencyKey)))) {
			return false;
		}
		append(rows, namespace, key, value, idempotencyKey);
		return true;
	}

	private static boolean isFinished(@Nullable Row row) {
		return row != null && row.isDone();
	}

	void append(Rows rows, String namespace, String key, @Nullable String value, @Nullable String idempotencyKey) {
		this.lastId++;
		rows.append(namespace, new LogEntry(this.lastId, key, idempotencyKey, value, this.clock.instant()));
	}

}
