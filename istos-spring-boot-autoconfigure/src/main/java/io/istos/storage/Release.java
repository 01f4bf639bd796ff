package io.istos.storage;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * Gives a claim up without an outcome. The row stays, with its attempts and last error.
 *
 * @param token proof of ownership; with {@link ClaimToken#UNKNOWN_EPOCH} the owner token
 * alone decides
 * @param target what becomes of the key
 * @param lastError why, for people to read
 * @param retention how long a free row is kept
 */
public record Release(ClaimToken token, Target target, @Nullable String lastError, Duration retention) {

	/**
	 * Validate.
	 * @throws IllegalArgumentException if the retention is not positive or absurd
	 */
	public Release {
		ClaimRequest.checkDuration("retention", retention);
	}

	/**
	 * What becomes of the key.
	 */
	public enum Target {

		/**
		 * The next call runs.
		 */
		FREE,

		/**
		 * Only a resolver or a person decides.
		 */
		HELD

	}

	/**
	 * The answer to a release.
	 */
	public enum Answer {

		/**
		 * Given up now.
		 */
		RELEASED,

		/**
		 * Still ours, but a transaction is on the row: ask again.
		 */
		LOCKED,

		/**
		 * Not given up: it has an outcome, written under our own token.
		 */
		COMPLETED,

		/**
		 * Another's, free already, or gone.
		 */
		NOT_OURS

	}

}
