package io.istos.storage;

import java.time.Duration;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * Asks for a claim.
 *
 * @param key what to claim
 * @param owner a new random token; a repeated request keeps it
 * @param fingerprint the digest of what must be equal when the key comes again;
 * {@code null} matches anything
 * @param lease how long the claim lasts unless renewed, from 1 ms to
 * {@link #MAX_DURATION}
 * @param takeOver which claims may be taken over
 * @param instance who claims, for people to read
 * @param traceId the trace of the call, if any
 */
public record ClaimRequest(ClaimKey key, UUID owner, @Nullable String fingerprint, Duration lease, TakeOver takeOver,
		@Nullable String instance, @Nullable String traceId) {

	/**
	 * The longest lease or retention.
	 */
	public static final Duration MAX_DURATION = Duration.ofDays(36_500);

	/**
	 * Validate.
	 * @throws IllegalArgumentException if the lease is not positive or absurd
	 */
	public ClaimRequest {
		checkDuration("lease", lease);
	}

	/**
	 * Refuse a lease, a ttl or a retention that makes no sense.
	 * @param what what it is, for the message
	 * @param duration the duration
	 * @throws IllegalArgumentException if it is shorter than 1 ms or longer than
	 * {@link #MAX_DURATION}
	 */
	public static void checkDuration(String what, Duration duration) {
		if (duration.compareTo(Duration.ofMillis(1)) < 0 || duration.compareTo(MAX_DURATION) > 0) {
			throw new IllegalArgumentException(
					"The " + what + " must lie between 1ms and " + MAX_DURATION.toDays() + " days, but is " + duration);
		}
	}

	/**
	 * The token of this claim once its epoch is known.
	 * @param epoch the epoch
	 * @return the token
	 */
	public ClaimToken token(long epoch) {
		return new ClaimToken(this.key, this.owner, epoch);
	}

}
