package io.istos.data;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

import org.springframework.data.relational.core.mapping.Table;

/**
 * A durable call as the ledger has it: one row per key. Its result is not part of it.
 *
 * @param namespace the namespace, empty by default
 * @param operation the name of the operation
 * @param key the key, as it is stored
 * @param state how far it has come
 * @param epoch the epoch of its latest claim: every claim has a greater one
 * @param attempts how many claims there were
 * @param claimedAt when it was last claimed
 * @param deadline when the claim lapses; {@code null} unless claimed or held
 * @param expiresAt when the row may be purged; {@code null} if never, or not yet
 * @param lastError the last failure, if there was one
 * @param instance who claimed it last, if known
 * @param traceId the trace of its latest claim, if there was one
 */
@Table("istos_idempotency")
public record LedgerCall(String namespace, String operation, String key, CallState state, long epoch, int attempts,
		Instant claimedAt, @Nullable Instant deadline, @Nullable Instant expiresAt, @Nullable String lastError,
		@Nullable String instance, @Nullable String traceId) {
}
