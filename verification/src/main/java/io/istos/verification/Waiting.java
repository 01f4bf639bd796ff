package io.istos.verification;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/**
 * Waits for conditions, with a deadline.
 */
public final class Waiting {

	private static final long PAUSE_MILLIS = 5;

	private Waiting() {
	}

	/**
	 * Wait until a condition holds.
	 * @param what the condition, for a person
	 * @param atMost how long
	 * @param condition the condition
	 * @throws IllegalStateException if it never did
	 */
	public static void until(String what, Duration atMost, Callable<Boolean> condition) {
		long end = System.nanoTime() + atMost.toNanos();
		try {
			while (!condition.call()) {
				if (System.nanoTime() > end) {
					throw new IllegalStateException("Not within " + atMost.toSeconds() + " s: " + what);
				}
				TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while waiting: " + what, ex);
		}
		catch (RuntimeException ex) {
			throw ex;
		}
		catch (Exception ex) {
			throw new IllegalStateException(what, ex);
		}
	}

}
