package io.istos.samples.settlement;

import java.time.Duration;

/**
 * Stands in for work that takes long.
 */
final class Effort {

	private Effort() {
	}

	static void of(Duration duration) {
		try {
			Thread.sleep(duration.toMillis());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted at work", ex);
		}
	}

}
