package io.istos.engine;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.istos.Fencing;
import io.istos.InvalidOptionException;
import io.istos.OnLost;
import io.istos.storage.ClaimRequest;

/**
 * How a scope is leased: the attributes of {@link io.istos.ScopeLease} as values. Start
 * from {@link #defaults()} and change what differs.
 *
 * @param ttl how long the lease outlives its last renewal; {@code null} for the
 * application's default
 * @param waitAtMost how long to wait for a busy scope
 * @param holdAtLeast how long the scope stays busy, counted from the acquisition
 * @param keep whether the lease is kept between calls
 * @param fencing whether commits are fenced
 * @param onLost how the work learns of a loss
 */
public record LeaseOptions(@Nullable Duration ttl, Duration waitAtMost, Duration holdAtLeast, boolean keep,
		Fencing fencing, OnLost onLost) {

	private static final LeaseOptions DEFAULTS = new LeaseOptions(null, Duration.ZERO, Duration.ZERO, false,
			Fencing.COMMIT, OnLost.SIGNAL);

	/**
	 * Validate.
	 * @throws InvalidOptionException if a duration makes no sense, or {@code keep} is
	 * combined with {@code holdAtLeast}
	 */
	public LeaseOptions {
		check("ttl", (ttl != null) ? ttl : Duration.ofMillis(1), Duration.ofMillis(1));
		check("waitAtMost", waitAtMost, Duration.ZERO);
		check("holdAtLeast", holdAtLeast, Duration.ZERO);
		if (keep && !holdAtLeast.isZero()) {
			throw new InvalidOptionException("A lease that is kept between calls has no holdAtLeast",
					"Remove one of them");
		}
	}

	private static void check(String what, Duration duration, Duration shortest) {
		if (duration.compareTo(shortest) < 0 || duration.compareTo(ClaimRequest.MAX_DURATION) > 0) {
			throw new InvalidOptionException("The " + what + " of a lease is " + duration, "Choose a duration between "
					+ shortest.toMillis() + "ms and " + ClaimRequest.MAX_DURATION.toDays() + " days");
		}
	}

	/**
	 * The application's defaults.
	 * @return the options
	 */
	public static LeaseOptions defaults() {
		return DEFAULTS;
	}

	/**
	 * Change the ttl.
	 * @param ttl how long the lease outlives its last renewal
	 * @return the changed options
	 */
	public LeaseOptions withTtl(@Nullable Duration ttl) {
		return new LeaseOptions(ttl, this.waitAtMost, this.holdAtLeast, this.keep, this.fencing, this.onLost);
	}

	/**
	 * Wait for a busy scope.
	 * @param waitAtMost how long
	 * @return the changed options
	 */
	public LeaseOptions withWait(Duration waitAtMost) {
		return new LeaseOptions(this.ttl, waitAtMost, this.holdAtLeast, this.keep, this.fencing, this.onLost);
	}

	/**
	 * Keep the scope busy even if the work is quicker.
	 * @param holdAtLeast how long, counted from the acquisition
	 * @return the changed options
	 */
	public LeaseOptions withHoldAtLeast(Duration holdAtLeast) {
		return new LeaseOptions(this.ttl, this.waitAtMost, holdAtLeast, this.keep, this.fencing, this.onLost);
	}

	/**
	 * Keep the lease between calls.
	 * @param keep whether to
	 * @return the changed options
	 */
	public LeaseOptions withKeep(boolean keep) {
		return new LeaseOptions(this.ttl, this.waitAtMost, this.holdAtLeast, keep, this.fencing, this.onLost);
	}

	/**
	 * Change what is fenced.
	 * @param fencing whether commits are fenced
	 * @return the changed options
	 */
	public LeaseOptions withFencing(Fencing fencing) {
		return new LeaseOptions(this.ttl, this.waitAtMost, this.holdAtLeast, this.keep, fencing, this.onLost);
	}

	/**
	 * Change how the work learns of a loss.
	 * @param onLost the signal
	 * @return the changed options
	 */
	public LeaseOptions withOnLost(OnLost onLost) {
		return new LeaseOptions(this.ttl, this.waitAtMost, this.holdAtLeast, this.keep, this.fencing, onLost);
	}

}
