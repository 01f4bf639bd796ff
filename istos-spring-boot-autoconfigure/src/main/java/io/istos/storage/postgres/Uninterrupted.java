package io.istos.storage.postgres;

/**
 * Holds the current thread's interrupts back until closed: one would fail the pool's
 * wait, and on a virtual thread it would close the socket.
 */
final class Uninterrupted implements AutoCloseable {

	private boolean interrupted;

	Uninterrupted() {
		clear();
	}

	/**
	 * Clear the flag, if one came in the meantime.
	 * @return whether one did
	 */
	boolean clear() {
		boolean now = Thread.interrupted();
		this.interrupted |= now;
		return now;
	}

	@Override
	public void close() {
		if (this.interrupted) {
			Thread.currentThread().interrupt();
		}
	}

}
