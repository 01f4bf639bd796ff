package io.istos.engine;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * What became of a request for a lease: granted, or busy.
 *
 * @param lease the lease, or {@code null} if the scope is busy
 * @param retryAfter if busy, when to try again
 * @param giveUp what to do once the lease is no longer used
 */
record Grant(@Nullable HeldLease lease, Duration retryAfter, Runnable giveUp) {

	static final Duration SOONEST_RETRY = Duration.ofMillis(100);

	static Grant of(HeldLease lease, Runnable giveUp) {
		return new Grant(lease, Duration.ZERO, giveUp);
	}

	/**
	 * Somebody else sees to giving the lease up.
	 */
	static Grant shared(HeldLease lease) {
		return of(lease, Grant::nothing);
	}

	static Grant busy(@Nullable Duration retryAfter) {
		return new Grant(null, (retryAfter != null) ? retryAfter : SOONEST_RETRY, Grant::nothing);
	}

	private static void nothing() {
	}

}
