package io.istos.storage;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * An append-only log. Thread-safe.
 */
public interface EventLog {

	/**
	 * Append an entry in a transaction of its own. Skipped if the claim of
	 * {@code (namespace, key as operation, idempotencyKey)} has an outcome; never for a
	 * mere claim, never without an idempotency key.
	 * @param namespace the namespace
	 * @param key the key of the log; for calls, the operation
	 * @param value the value as JSON text, if any
	 * @param idempotencyKey the idempotency key, if any
	 */
	void log(String namespace, String key, @Nullable String value, @Nullable String idempotencyKey);

	/**
	 * Append an entry in the caller's transaction.
	 * @param namespace the namespace
	 * @param key the key of the log
	 * @param value the value as JSON text, if any
	 * @param idempotencyKey the idempotency key, if any
	 * @param transaction the open transaction
	 */
	void log(String namespace, String key, @Nullable String value, @Nullable String idempotencyKey,
			LedgerTransaction transaction);

	/**
	 * Read entries, newest first.
	 * @param namespace the namespace
	 * @param key the key of the log
	 * @param limit the most entries to return
	 * @return the entries
	 */
	List<LogEntry> getLog(String namespace, String key, int limit);

	/**
	 * Delete one batch of entries whose retention is over, the oldest first.
	 * @param retention how long an entry is kept
	 * @param batchSize the most entries to delete
	 * @return how many were deleted
	 */
	int purgeLog(Duration retention, int batchSize);

}
