package io.istos.data;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

import org.springframework.data.annotation.Id;
import org.springframework.data.relational.core.mapping.Table;

/**
 * An entry of the event log. Its value is not part of it.
 *
 * @param id the number of the entry
 * @param namespace the namespace, empty by default
 * @param key what the log is about: for calls, the name of the operation
 * @param idempotencyKey the key of the call, if it had one
 * @param kind {@code call} if a call appended it by completing, {@code log} if the
 * application did
 * @param at when it was appended
 */
@Table("istos_event_log")
public record LedgerEvent(@Id long id, String namespace, String key, @Nullable String idempotencyKey, String kind,
		Instant at) {
}
