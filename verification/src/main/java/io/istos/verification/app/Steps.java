package io.istos.verification.app;

/**
 * Learns where a call is. May keep it there.
 */
@FunctionalInterface
public interface Steps {

	/**
	 * A call has come to a step.
	 * @param key its business key
	 * @param step the step
	 */
	void reach(String key, Step step);

}
