package io.istos.samples.stage;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * The moment at which waiting ends and the story has failed.
 */
public final class Deadline {

	private final long nanoTime;

	private Deadline(long nanoTime) {
		this.nanoTime = nanoTime;
	}

	static Deadline in(Duration duration) {
		return new Deadline(System.nanoTime() + duration.toNanos());
	}

	/**
	 * Waits for something to come true.
	 * @param what what that is
	 * @param condition whether it has
	 */
	public void await(String what, BooleanSupplier condition) {
		while (!condition.getAsBoolean()) {
			pause(Duration.ofMillis(20), what);
		}
	}

	/**
	 * Lets time pass.
	 * @param duration how long
	 * @param whatFor until when
	 */
	public void pause(Duration duration, String whatFor) {
		if (System.nanoTime() + duration.toNanos() > this.nanoTime) {
			throw new StoryFailedException("Out of time, waiting until " + whatFor);
		}
		try {
			Thread.sleep(duration.toMillis());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new StoryFailedException("Interrupted, waiting until " + whatFor);
		}
	}

}
