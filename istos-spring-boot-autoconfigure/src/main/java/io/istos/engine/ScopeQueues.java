package io.istos.engine;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import io.istos.storage.ScopeKey;

/**
 * Lines up those of this process who wait for the same scope: only the first asks the
 * store again and again, and is woken when this process gives the scope up. Thread-safe.
 */
final class ScopeQueues {

	private final Map<ScopeKey, Queue> queues = new ConcurrentHashMap<>();

	/**
	 * Get in line. To be left.
	 */
	Queue join(ScopeKey key) {
		return this.queues.compute(key, (same, queue) -> {
			Queue joined = (queue != null) ? queue : new Queue(same);
			joined.members++;
			return joined;
		});
	}

	/**
	 * This process gave a scope up.
	 */
	void givenUp(ScopeKey key) {
		Queue queue = this.queues.get(key);
		if (queue != null) {
			queue.bell.release();
		}
	}

	/** Those who wait for one scope. */
	final class Queue implements AutoCloseable {

		private final ScopeKey key;

		private final Semaphore turn = new Semaphore(1, true);

		private final Semaphore bell = new Semaphore(0);

		private int members;

		Queue(ScopeKey key) {
			this.key = key;
		}

		boolean awaitTurn(long nanos) throws InterruptedException {
			return this.turn.tryAcquire(nanos, TimeUnit.NANOSECONDS);
		}

		void endTurn() {
			this.turn.release();
		}

		/**
		 * Wait for the scope to be given up, or else for the time to pass.
		 */
		void awaitBell(long nanos) throws InterruptedException {
			if (this.bell.tryAcquire(nanos, TimeUnit.NANOSECONDS)) {
				this.bell.drainPermits();
			}
		}

		@Override
		public void close() {
			ScopeQueues.this.queues.computeIfPresent(this.key, (same, queue) -> {
				this.members--;
				return (this.members > 0) ? this : null;
			});
		}

	}

}
