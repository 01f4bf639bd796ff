package io.istos.engine;

import org.jspecify.annotations.Nullable;

import io.istos.ClaimLostException;
import io.istos.CompletionUncertainException;
import io.istos.InFlightException;
import io.istos.KeyReusedException;

/**
 * What came of a call of a durable operation.
 */
public enum CallOutcome {

	/**
	 * The method ran, and the call is done with its result.
	 */
	EXECUTED,

	/**
	 * The method did not run: the call was done before, or a resolver knew its result.
	 */
	REPLAYED,

	/**
	 * As replayed, after waiting for a call in flight.
	 */
	WAITED,

	/**
	 * The method did not run: the key is running elsewhere.
	 */
	IN_FLIGHT,

	/**
	 * The method did not run: the key belongs to other arguments.
	 */
	KEY_REUSED,

	/**
	 * The method failed or was rolled back, and the key is free again.
	 */
	FAILED,

	/**
	 * The method failed, and the call is done with that failure.
	 */
	RECORDED,

	/**
	 * What became of the call is not known, and the key is held until someone decides.
	 */
	HELD,

	/**
	 * The method did not run, for any other reason: a bad key, an abandoned or held one,
	 * a missing transaction, a store that is down.
	 */
	REFUSED,

	/**
	 * The method ran, but its outcome could not be confirmed in time.
	 */
	UNCERTAIN,

	/**
	 * The claim was lost to another call, or lapsed: nothing was committed.
	 */
	LOST;

	/**
	 * Whether a caller only met another call: nothing went wrong.
	 * @return whether it is so
	 */
	public boolean isConflict() {
		return this == IN_FLIGHT || this == KEY_REUSED;
	}

	/**
	 * Classify why a method did not run.
	 */
	static CallOutcome refused(@Nullable Throwable reason) {
		if (reason instanceof InFlightException) {
			return IN_FLIGHT;
		}
		if (reason instanceof KeyReusedException) {
			return KEY_REUSED;
		}
		if (reason instanceof ClaimLostException) {
			return LOST;
		}
		return (reason instanceof CompletionUncertainException) ? UNCERTAIN : REFUSED;
	}

}
