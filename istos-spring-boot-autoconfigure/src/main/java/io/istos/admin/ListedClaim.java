package io.istos.admin;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

import io.istos.storage.ClaimStatus;
import io.istos.storage.Outcome;

/**
 * A claim as people see it: without its result.
 *
 * @param operation the operation
 * @param key the business key, masked if keys are
 * @param keyScope the key scope of the call, if it had one
 * @param status how far the call has come
 * @param outcome what kind of outcome it has; set if and only if DONE
 * @param epoch the epoch of its latest claim
 * @param attempts how many claims there were
 * @param claimedAt when it was last claimed, by the store's clock
 * @param deadline when the claim lapses or lapsed; set if RUNNING or ABANDONED
 * @param expiresAt when it may be purged; set if FREE or DONE
 * @param lastError the last error recorded for the key, if any; with the key in it masked
 * if keys are
 * @param instance who claimed it last, if known
 * @param traceId the trace of its latest claim, if there was one
 */
public record ListedClaim(String operation, String key, @Nullable String keyScope, ClaimStatus status,
		Outcome.@Nullable Kind outcome, long epoch, int attempts, Instant claimedAt, @Nullable Instant deadline,
		@Nullable Instant expiresAt, @Nullable String lastError, @Nullable String instance, @Nullable String traceId) {
}
