package io.istos.storage;

/**
 * Which claims that are not free a new claim may take over.
 */
public enum TakeOver {

	/**
	 * None: a lapsed claim is answered with {@link ClaimState#ABANDONED}.
	 */
	NONE,

	/**
	 * Lapsed claims.
	 */
	LAPSED,

	/**
	 * Lapsed and held claims.
	 */
	LAPSED_AND_HELD

}
