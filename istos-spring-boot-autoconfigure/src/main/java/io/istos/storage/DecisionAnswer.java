package io.istos.storage;

/**
 * What became of a person's decision.
 */
public enum DecisionAnswer {

	/**
	 * It is carried out, and in the event log.
	 */
	DONE,

	/**
	 * There is no such row.
	 */
	NOT_FOUND,

	/**
	 * The row is in a state that the decision is not for.
	 */
	NOT_FOR_THIS,

	/**
	 * The row has another epoch.
	 */
	CHANGED,

	/**
	 * A transaction is on the row: ask again.
	 */
	LOCKED

}
