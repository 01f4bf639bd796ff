package io.istos.storage.memory;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Moves only when it is told to.
 */
final class DrivenClock implements InstantSource {

	private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-01-01T00:00:00Z"));

	@Override
	public Instant instant() {
		return this.now.get();
	}

	void advance(Duration duration) {
		this.now.updateAndGet((now) -> now.plus(duration));
	}

}
