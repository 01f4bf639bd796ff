package io.istos.storage;

import java.time.Duration;

/**
 * Gives a lease up. The row stays, with its state.
 *
 * @param token proof of ownership; with {@link LeaseToken#UNKNOWN_EPOCH} the owner token
 * alone decides
 * @param holdAtLeast how long the scope stays busy, counted from the acquisition; zero to
 * free it now
 */
public record LeaseRelease(LeaseToken token, Duration holdAtLeast) {

	/**
	 * Validate.
	 * @throws IllegalArgumentException if {@code holdAtLeast} is negative or absurd
	 */
	public LeaseRelease {
		if (!holdAtLeast.isZero()) {
			ClaimRequest.checkDuration("holdAtLeast", holdAtLeast);
		}
	}

	/**
	 * The answer to a release.
	 */
	public enum Answer {

		/**
		 * Given up now, lapsed or not.
		 */
		RELEASED,

		/**
		 * Still ours, but a transaction is on the row: ask again.
		 */
		LOCKED,

		/**
		 * Another's, free already, or gone.
		 */
		NOT_OURS

	}

}
