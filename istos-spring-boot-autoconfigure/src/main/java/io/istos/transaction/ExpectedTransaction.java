package io.istos.transaction;

/**
 * Which transaction on the ledger a body is going to run in, as far as its caller knows
 * before it begins.
 */
public enum ExpectedTransaction {

	/**
	 * The one that is open now, or none if none is.
	 */
	CURRENT,

	/**
	 * One that is yet to begin, around the body alone.
	 */
	NEW,

	/**
	 * None, even if one is open now.
	 */
	NONE

}
