package io.istos.engine;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * How long to pause before the store is asked again while a caller waits: longer from
 * attempt to attempt, and jittered, so that many who wait don't ask at once.
 */
final class BackOff {

	private static final long FIRST_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

	private static final long LAST_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

	private BackOff() {
	}

	static long nanos(int attempt) {
		long bound = Math.min(LAST_NANOS, FIRST_NANOS << Math.min(attempt, 10));
		return bound / 2 + ThreadLocalRandom.current().nextLong(bound / 2);
	}

}
