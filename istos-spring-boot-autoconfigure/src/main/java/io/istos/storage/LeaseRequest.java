package io.istos.storage;

import java.time.Duration;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * Asks for a lease.
 *
 * @param key the scope
 * @param owner a new random token; a repeated request keeps it
 * @param ttl how long the lease lasts unless renewed, from 1 ms to
 * {@link ClaimRequest#MAX_DURATION}
 * @param instance who asks, for people to read
 * @param steal whether a lease that lapsed without being given up may be taken over
 * @param transition the state to write with the acquisition, or {@code null} to leave it
 */
public record LeaseRequest(ScopeKey key, UUID owner, Duration ttl, @Nullable String instance, boolean steal,
		@Nullable StateTransition transition) {

	/**
	 * Validate.
	 * @throws IllegalArgumentException if the ttl is not positive or absurd
	 */
	public LeaseRequest {
		ClaimRequest.checkDuration("ttl", ttl);
	}

	/**
	 * Ask for a lease that may be taken over from who let it lapse, and leave its state.
	 * @param key the scope
	 * @param owner a new random token; a repeated request keeps it
	 * @param ttl how long the lease lasts unless renewed
	 * @param instance who asks, for people to read
	 */
	public LeaseRequest(ScopeKey key, UUID owner, Duration ttl, @Nullable String instance) {
		this(key, owner, ttl, instance, true, null);
	}

	/**
	 * The token of this lease once its epoch is known.
	 * @param epoch the epoch
	 * @return the token
	 */
	public LeaseToken token(long epoch) {
		return new LeaseToken(this.key, this.owner, epoch);
	}

}
