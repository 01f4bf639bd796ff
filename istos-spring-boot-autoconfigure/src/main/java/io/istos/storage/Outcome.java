package io.istos.storage;

/**
 * What a finished call left.
 *
 * @param kind result or failure
 * @param json the result, or the failure's description, as JSON text
 */
public record Outcome(Kind kind, String json) {

	/**
	 * Result or failure.
	 */
	public enum Kind {

		/**
		 * The method returned.
		 */
		RESULT,

		/**
		 * The method threw.
		 */
		FAILURE

	}

}
