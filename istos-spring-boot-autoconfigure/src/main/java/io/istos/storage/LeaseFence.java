package io.istos.storage;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * A lease that a transaction has to hold to commit.
 *
 * @param token proof of ownership
 * @param ttl how long a transaction that stops between this fence and its commit may shut
 * others out; and the new distance of the deadline when a checkpoint is written
 * @param held whether {@link LeaseStore#holdForUpdate} held the lease in this transaction
 * and still does: then it may have lapsed since
 * @param checkpoint the new state as JSON text, or {@code null} to leave it
 */
public record LeaseFence(LeaseToken token, Duration ttl, boolean held, @Nullable String checkpoint) {

	/**
	 * Validate.
	 * @throws IllegalArgumentException if the ttl is not positive or absurd
	 */
	public LeaseFence {
		ClaimRequest.checkDuration("ttl", ttl);
	}

}
