package io.istos;

/**
 * What a call does when another call of the same key is running.
 */
public enum OnInFlight {

	/**
	 * Throw {@link InFlightException} with the remaining lease as retry hint.
	 */
	REJECT,

	/**
	 * Wait for the outcome, for at most {@code waitAtMost}, holding no additional
	 * connection.
	 */
	WAIT

}
