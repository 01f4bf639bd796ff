package io.istos.engine;

import java.time.Duration;

/**
 * Something that is held as long as it is renewed, a third of its duration apart.
 *
 * @param <A> the store's answer to a renewal
 */
interface Renewable<A> {

	Duration ttl();

	long nanosUntilDue(long now);

	/**
	 * Whether no answer came for as long as it lasts. One that says that the row is
	 * locked is an answer.
	 */
	default boolean isOverdue(long now) {
		return -nanosUntilDue(now) >= ttl().toNanos() / 3 * 2;
	}

	/**
	 * A renewal is about to be sent.
	 */
	default void asked() {
	}

	/**
	 * Take the answer to a renewal.
	 * @param sentAt when it was sent
	 * @return {@code false} if this is lost
	 */
	boolean answered(A answer, long sentAt);

	/**
	 * Whether it was extended.
	 */
	boolean isRenewed(A answer);

	/**
	 * It is lost, and still held: tell whom it concerns.
	 */
	void lost(A answer);

}
