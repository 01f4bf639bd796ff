package io.istos.storage;

/**
 * How far the call of a key has come, at the instant the store was asked.
 */
public enum ClaimStatus {

	/**
	 * Whoever comes next executes it.
	 */
	FREE,

	/**
	 * Somebody executes it, under a live claim.
	 */
	RUNNING,

	/**
	 * Its claim lapsed without completion or release.
	 */
	ABANDONED,

	/**
	 * What became of it is unknown, and a person or a resolver decides.
	 */
	HELD,

	/**
	 * It has an outcome.
	 */
	DONE;

	/**
	 * Whether somebody has it, or somebody has to decide about it.
	 * @return whether it is neither free nor done
	 */
	public boolean isOpen() {
		return this == RUNNING || this == ABANDONED || this == HELD;
	}

}
