package io.istos.storage;

import java.time.Duration;

/**
 * Extends a claim to {@code lease} from now.
 *
 * @param token proof of ownership
 * @param lease the new distance of the deadline
 */
public record Renewal(ClaimToken token, Duration lease) {

	/**
	 * Validate.
	 * @throws IllegalArgumentException if the lease is not positive or absurd
	 */
	public Renewal {
		ClaimRequest.checkDuration("lease", lease);
	}

	/**
	 * The answer to a renewal.
	 */
	public enum Answer {

		/**
		 * Extended, even if it had lapsed and nobody had taken it.
		 */
		RENEWED,

		/**
		 * Still ours, and a transaction is on the row: not lost, not extended.
		 */
		LOCKED,

		/**
		 * Not ours any more.
		 */
		LOST

	}

}
