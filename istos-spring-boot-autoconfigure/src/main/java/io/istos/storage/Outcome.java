package io.istos.storage;

/**
 * What a finished call left.
 *
 * @param kind result, failure or neither
 * @param json the result, or the failure's description, as JSON text
 */
public record Outcome(Kind kind, String json) {

	/**
	 * The call is done, and nobody knows with which result.
	 */
	public static final Outcome UNKNOWN = new Outcome(Kind.UNKNOWN, "null");

	/**
	 * Result, failure or neither.
	 */
	public enum Kind {

		/**
		 * The method returned.
		 */
		RESULT,

		/**
		 * The method threw.
		 */
		FAILURE,

		/**
		 * The result is not stored: the operation doesn't store results, or the call was
		 * finished elsewhere and imported.
		 */
		UNKNOWN

	}

}
