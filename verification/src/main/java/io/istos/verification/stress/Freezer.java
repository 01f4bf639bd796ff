package io.istos.verification.stress;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Stops a node as SIGSTOP would: whoever passes waits until it thaws. Or one call: its
 * claim is not renewed meanwhile.
 */
final class Freezer {

	// Not fair: who passes again must not queue behind the freeze it holds up.
	private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();

	private final Set<Long> stalledEpochs = ConcurrentHashMap.newKeySet();

	@SuppressWarnings("LockNotBeforeTry") // nothing to do inside
	void pass() {
		this.lock.readLock().lock();
		this.lock.readLock().unlock();
	}

	/**
	 * Stop the node for a while.
	 * @param millis how long
	 */
	void freeze(long millis) {
		this.lock.writeLock().lock();
		try {
			Pauses.of(millis);
		}
		finally {
			this.lock.writeLock().unlock();
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
