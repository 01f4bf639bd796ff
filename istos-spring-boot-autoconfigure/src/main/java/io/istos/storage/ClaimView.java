package io.istos.storage;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * What is stored of the calls of one key, without their result.
 *
 * @param key the key
 * @param status how far the call has come
 * @param outcome what kind of outcome it has; set if and only if DONE
 * @param epoch the epoch of its latest claim
 * @param attempts how many claims there were
 * @param claimedAt when it was last claimed, by the store's clock
 * @param deadline when the claim lapses or lapsed; set if RUNNING or ABANDONED
 * @param expiresAt when the row may be purged; set if FREE or DONE
 * @param lastError the last error recorded for the key, if any
 * @param instance who claimed it last, if known
 * @param traceId the trace of its latest claim, if there was one
 */
public record ClaimView(ClaimKey key, ClaimStatus status, Outcome.@Nullable Kind outcome, long epoch, int attempts,
		Instant claimedAt, @Nullable Instant deadline, @Nullable Instant expiresAt, @Nullable String lastError,
		@Nullable String instance, @Nullable String traceId) {
}
