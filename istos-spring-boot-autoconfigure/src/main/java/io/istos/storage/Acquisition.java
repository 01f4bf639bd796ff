package io.istos.storage;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * The answer to a {@link LeaseRequest}: granted, or busy, or neither since the state that
 * a {@link StateTransition} starts from has changed.
 *
 * @param granted the lease, or {@code null} if the scope is busy
 * @param retryAfter if busy, when the scope may be free at the latest unless its holder
 * renews, at least 100 ms; else {@code null}
 * @param changed whether the scope could be had, but its state is not the one that the
 * transition starts from: nothing was written; read it and ask again
 */
public record Acquisition(@Nullable Granted granted, @Nullable Duration retryAfter, boolean changed) {

	/**
	 * An answer that does not depend on a state.
	 * @param granted the lease, or {@code null} if the scope is busy
	 * @param retryAfter if busy, when the scope may be free
	 */
	public Acquisition(@Nullable Granted granted, @Nullable Duration retryAfter) {
		this(granted, retryAfter, false);
	}

	/**
	 * A lease that was granted.
	 *
	 * @param epoch greater than that of every earlier lease of the scope, across releases
	 * and deletions of its row
	 * @param takenOver whether the former holder let the scope lapse instead of releasing
	 * it
	 * @param state the state that the former holder left, or what a
	 * {@link StateTransition} made of it, as JSON text, if any
	 * @param version the version of the state; every write of it adds one
	 */
	public record Granted(long epoch, boolean takenOver, @Nullable String state, long version) {
	}

}
