package io.istos.storage;

import java.time.Duration;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * The answer to a {@link ClaimRequest}.
 *
 * @param state the answer
 * @param epoch the epoch of the claim as it is now; grows with every claim of the key,
 * never repeats; 0 if there is no claim to speak of
 * @param attempts how many claims of the key came to run, this one included if CLAIMED
 * @param outcome what to replay; set if and only if DONE
 * @param retryAfter when to ask again, at least 100 ms; set if and only if IN_FLIGHT
 * @param former the attempt before: set if ABANDONED, or CLAIMED by taking over a lapsed
 * or held claim
 */
public record Claim(ClaimState state, long epoch, int attempts, @Nullable Outcome outcome,
		@Nullable Duration retryAfter, @Nullable Former former) {

	/**
	 * The attempt that was abandoned or held.
	 *
	 * @param held whether it was held rather than lapsed
	 * @param claimedAt when it was claimed, by the store's clock
	 * @param deadline when it lapsed; {@code null} if held
	 * @param instance who had claimed it
	 * @param lastError the last error recorded for the key
	 */
	public record Former(boolean held, Instant claimedAt, @Nullable Instant deadline, @Nullable String instance,
			@Nullable String lastError) {
	}

}
