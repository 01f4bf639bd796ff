package io.istos;

/**
 * What an exception means for the key once the method's work is rolled back, or when
 * there was no transaction to roll back.
 */
public enum OnFailure {

	/**
	 * Give the key back: the next call runs.
	 */
	RELEASE,

	/**
	 * The outcome is unknown: the key is held. No rerun takes it, only a resolver or a
	 * person.
	 */
	HOLD,

	/**
	 * The failure is the outcome: it is stored and replayed to every later call.
	 */
	RECORD

}
