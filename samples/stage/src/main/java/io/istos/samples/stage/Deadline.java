package io.istos.samples.stage;

import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

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
	 * Waits for something to be there.
	 * @param what what that is
	 * @param question asks for it
	 * @param <T> the type of it
	 * @return it
	 */
	public <T> T find(String what, Supplier<Optional<T>> question) {
		Optional<T> answer = question.get();
		while (answer.isEmpty()) {
			pause(Duration.ofMillis(20), "there is " + what);
			answer = question.get();
		}
		return answer.get();
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
