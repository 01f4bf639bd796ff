package io.istos.verification.stress;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/**
 * Stops a node as SIGSTOP would: whoever passes waits until it thaws. Or one call: its
 * claim is not renewed meanwhile.
 */
final class Freezer {

	private volatile CountDownLatch thaw = new CountDownLatch(0);

	private final Set<Long> stalledEpochs = ConcurrentHashMap.newKeySet();

	void pass() {
		try {
			this.thaw.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Stop the node for a while.
	 * @param millis how long
	 */
	void freeze(long millis) {
		CountDownLatch frozen = new CountDownLatch(1);
		this.thaw = frozen;
		try {
			Pauses.of(millis);
		}
		finally {
			frozen.countDown();
		}
	}

	/**
	 * Stop the current call for a while.
	 * @param epoch of its claim
	 * @param millis how long
	 */
	void stall(long epoch, long millis) {
		this.stalledEpochs.add(epoch);
		try {
			Pauses.of(millis);
		}
		finally {
			this.stalledEpochs.remove(epoch);
		}
	}

	boolean isStalled(long epoch) {
		return this.stalledEpochs.contains(epoch);
	}

}
