package io.istos.storage;

import java.time.Duration;

/**
 * Extends a lease to {@code ttl} from now.
 *
 * @param token proof of ownership
 * @param ttl the new distance of the deadline
 */
public record LeaseRenewal(LeaseToken token, Duration ttl) {

	/**
	 * Validate.
	 * @throws IllegalArgumentException if the ttl is not positive or absurd
	 */
	public LeaseRenewal {
		ClaimRequest.checkDuration("ttl", ttl);
	}

	/**
	 * The answer to a renewal.
	 */
	public enum Answer {

		/**
		 * Extended.
		 */
		RENEWED,

		/**
		 * Still ours and live, but a transaction is on the row: ask again.
		 */
		LOCKED,

		/**
		 * Ours, but it had lapsed: lost, even if nobody has taken it.
		 */
		EXPIRED,

		/**
		 * Another's, free, or gone.
		 */
		TAKEN_OVER

	}

}
