package io.istos.storage;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * An entry of the event log.
 *
 * @param id grows from entry to entry
 * @param key the key of the log
 * @param idempotencyKey the idempotency key, if any
 * @param value the value as JSON text, if any
 * @param at when it was appended, by the store's clock
 */
public record LogEntry(long id, String key, @Nullable String idempotencyKey, @Nullable String value, Instant at) {
}
