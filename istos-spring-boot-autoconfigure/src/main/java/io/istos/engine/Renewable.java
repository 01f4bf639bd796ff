package io.istos.engine;

/**
 * Something that is held as long as it is renewed, a third of its duration apart.
 *
 * @param <A> the store's answer to a renewal
 */
interface Renewable<A> {

	long nanosUntilDue(long now);

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
