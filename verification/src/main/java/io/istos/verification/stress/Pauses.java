package io.istos.verification.stress;

import java.util.concurrent.TimeUnit;

/**
 * Lets time pass, where a stall or a slow body is what is wanted.
 */
public final class Pauses {

	private Pauses() {
	}

	/**
	 * Sleep.
	 * @param millis how long
	 */
	public static void of(long millis) {
		try {
			TimeUnit.MILLISECONDS.sleep(millis);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

}
