package io.istos.engine;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.jspecify.annotations.Nullable;

import io.istos.StorageUnavailableException;
import io.istos.storage.ClaimKey;

/**
 * The exactly-once and the leased calls of this process that have not ended. A call
 * inside a caller's transaction ends with that transaction.
 */
final class RunningCalls {

	private final Map<ClaimKey, ExactlyOnceCall> claimed = new ConcurrentHashMap<>();

	private int count;

	private boolean closed;

	/**
	 * Let a call in.
	 * @param what the call, at the beginning of a sentence
	 */
	synchronized void enter(String what) {
		if (this.closed) {
			throw new StorageUnavailableException(what + " did not run: the application is shutting down", null,
					StorageUnavailableException.SOON);
		}
		this.count++;
	}

	synchronized void leave() {
		this.count--;
		notifyAll();
	}

	synchronized int count() {
		return this.count;
	}

	void claimed(ExactlyOnceCall call) {
		this.claimed.put(call.key(), call);
	}

	void unclaimed(ExactlyOnceCall call) {
		this.claimed.remove(call.key(), call);
	}

	@Nullable ExactlyOnceCall find(ClaimKey key) {
		return this.claimed.get(key);
	}

	/**
	 * Wait for a call of this process to end, or else for the time to pass.
	 */
	void awaitEnd(ClaimKey key, long nanos) throws InterruptedException {
		ExactlyOnceCall call = this.claimed.get(key);
		try {
			if (call != null) {
				call.ended().get(nanos, TimeUnit.NANOSECONDS);
			}
			else {
				TimeUnit.NANOSECONDS.sleep(nanos);
			}
		}
		catch (TimeoutException | ExecutionException ex) {
			// The store is asked in any case.
		}
	}

	/**
	 * Refuse further calls once none is running, or the time has passed. Until then
	 * nested calls of running ones are let in.
	 * @return whether none is running
	 */
	synchronized boolean close(Duration timeout) throws InterruptedException {
		long end = System.nanoTime() + timeout.toNanos();
		long left = timeout.toNanos();
		while (this.count > 0 && left > 0) {
			TimeUnit.NANOSECONDS.timedWait(this, left);
			left = end - System.nanoTime();
		}
		this.closed = true;
		return this.count == 0;
	}

}
