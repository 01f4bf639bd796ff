package io.istos.storage;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * Acts on a lease by its token alone: a lease that lapsed is still ours until somebody
 * takes it.
 *
 * @param token proof of ownership
 * @param version the version that the state must have, or {@code null} for any
 * @param change what becomes of the state
 * @param ttl the new distance of the deadline, or {@code null} to leave it
 * @param release whether to give the lease up
 */
public record StateWrite(LeaseToken token, @Nullable Long version, Change change, @Nullable Duration ttl,
		boolean release) {

	/**
	 * Validate.
	 * @throws IllegalArgumentException if the ttl is not positive or absurd, or a lease
	 * is to be extended and given up at once
	 */
	public StateWrite {
		if (ttl != null) {
			ClaimRequest.checkDuration("ttl", ttl);
			if (release) {
				throw new IllegalArgumentException("A lease that is given up has no ttl");
			}
		}
	}

	/**
	 * What becomes of a state.
	 *
	 * @param replace whether it is replaced
	 * @param state the new state as JSON text, if any
	 */
	public record Change(boolean replace, @Nullable String state) {

		/**
		 * Leave the state as it is.
		 */
		public static final Change NONE = new Change(false, null);

		/**
		 * Replace the state.
		 * @param state the new state as JSON text, if any
		 * @return the change
		 */
		public static Change to(@Nullable String state) {
			return new Change(true, state);
		}

	}

	/**
	 * The answer.
	 *
	 * @param result what happened
	 * @param state the state as it is stored now, if the lease is ours
	 * @param version its version, if the lease is ours
	 */
	public record Answer(Result result, @Nullable String state, long version) {
	}

	/**
	 * What happened.
	 */
	public enum Result {

		/**
		 * Written.
		 */
		WRITTEN,

		/**
		 * Still ours, but the state has another version: nothing was written.
		 */
		CHANGED,

		/**
		 * Another's, given up, or gone: nothing was written.
		 */
		LOST

	}

}
