package io.istos.storage;

import org.jspecify.annotations.Nullable;

/**
 * Writes a new state together with an acquisition, if the state has not changed since it
 * was read.
 *
 * @param version the version that was read; {@link #ABSENT} if there was no row
 * @param state the new state as JSON text, if any
 */
public record StateTransition(long version, @Nullable String state) {

	/**
	 * The version of what does not exist.
	 */
	public static final long ABSENT = -1;

}
