package io.istos;

/**
 * What a leased method does when its scope is busy, and stays so while it waits.
 */
public enum WhenBusy {

	/**
	 * Skip a method that returns nothing, an {@code Optional}, or a stage of nothing or
	 * of an {@code Optional}; for any other, {@link #THROW}.
	 */
	AUTO,

	/**
	 * The method does not run, and returns nothing: {@code Optional.empty()}, a completed
	 * stage of nothing, or null. A method with a primitive result is refused at start-up.
	 */
	SKIP,

	/**
	 * The method does not run, and the caller gets a {@link ScopeBusyException}.
	 */
	THROW

}
