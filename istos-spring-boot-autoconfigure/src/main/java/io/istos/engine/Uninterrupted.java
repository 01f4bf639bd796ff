package io.istos.engine;

import java.util.concurrent.TimeUnit;

/**
 * Keeps interrupts off the current thread for a while: it finds itself interrupted
 * afterwards. An interrupted thread must still end its claims.
 */
final class Uninterrupted implements AutoCloseable {

	private boolean interrupted = Thread.interrupted();

	void pause(long nanos) {
		try {
			TimeUnit.NANOSECONDS.sleep(nanos);
		}
		catch (InterruptedException ex) {
			this.interrupted = true;
		}
	}

	@Override
	public void close() {
		if (this.interrupted) {
			Thread.currentThread().interrupt();
		}
	}

}
