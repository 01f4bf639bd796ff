package io.istos;

/**
 * What a call does when it finds a claim that lapsed without completion or release: the
 * process of its owner died, stalled or was cut off.
 */
public enum OnAbandoned {

	/**
	 * Take the claim over and run.
	 */
	RERUN,

	/**
	 * Throw {@link AbandonedException} until a person decides.
	 */
	HOLD,

	/**
	 * Take the claim over, a held one too, and let the operation's
	 * {@link AbandonedResolver} decide.
	 */
	RECONCILE

}
