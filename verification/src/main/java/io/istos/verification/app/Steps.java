package io.istos.verification.app;

import io.istos.LeaseLoss;

/**
 * Learns where a call is. May keep it there.
 */
@FunctionalInterface
public interface Steps {

	/**
	 * A call has come to a step.
	 * @param key its business key, or scope
	 * @param step the step
	 */
	void reach(String key, Step step);

	/**
	 * A lease was lost.
	 * @param scope its scope
	 * @param reason why
	 */
	default void lost(String scope, LeaseLoss reason) {
	}

}
