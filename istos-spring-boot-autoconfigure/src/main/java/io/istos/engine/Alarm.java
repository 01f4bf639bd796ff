package io.istos.engine;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * A thread that does its duty whenever something is due, and survives whatever that
 * throws. Started with the first need. Thread-safe.
 */
final class Alarm {

	private static final Log logger = LogFactory.getLog(Alarm.class);

	private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

	static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(10);

	private final String name;

	private final Duty duty;

	private final Ticker ticker;

	private final ThreadFactory threads;

	private final ReentrantLock lock = new ReentrantLock();

	private final Condition changed = this.lock.newCondition();

	private @Nullable Thread thread;

	private long nextWake;

	private volatile boolean stopped;

	Alarm(String name, Duty duty, Ticker ticker, ThreadFactory threads) {
		this.name = name;
		this.duty = duty;
		this.ticker = ticker;
		this.threads = threads;
	}

	/**
	 * See to it that the thread wakes in time for something that was added. Under the
	 * lock: while the thread looks what is due next, nobody knows when it will wake.
	 */
	void added(Due something) {
		this.lock.lock();
		try {
			if (!isAlive() || something.nanosUntil(this.nextWake) < 0) {
				wakeUp();
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	String name() {
		return this.name;
	}

	void stop() {
		this.stopped = true;
		this.lock.lock();
		try {
			this.changed.signalAll();
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Whether the thread was started and has died, which it never should.
	 */
	boolean isDead() {
		this.lock.lock();
		try {
			return this.thread != null && !this.stopped && !isAlive();
		}
		finally {
			this.lock.unlock();
		}
	}

	private boolean isAlive() {
		return this.thread != null && this.thread.isAlive();
	}

	private void wakeUp() {
		if (!isAlive() && !this.stopped) {
			this.thread = this.threads.newThread(this::run);
			this.thread.setName(this.name);
			this.thread.start();
		}
		this.changed.signalAll();
	}

	private void run() {
		while (!this.stopped) {
			try {
				pause(performSafely());
			}
			catch (InterruptedException ex) {
				logger.debug("Thread " + this.name + " was interrupted, going on", ex);
			}
		}
	}

	private boolean performSafely() {
		try {
			return this.duty.perform();
		}
		catch (Throwable ex) {
			logger.error("Thread " + this.name + " met a failure, going on", ex);
			return false;
		}
	}

	@SuppressWarnings("WaitNotInLoop") // waking early only looks early
	private void pause(boolean done) throws InterruptedException {
		this.lock.lock();
		try {
			long nanos = done ? this.duty.nanosUntilNext(this.ticker.nanos()) : RETRY_NANOS;
			if (!this.stopped && nanos > 0) {
				this.nextWake = this.ticker.nanos() + nanos;
				this.changed.awaitNanos(nanos);
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * What the thread is for.
	 */
	interface Duty {

		/**
		 * Do what is due.
		 * @return {@code false} to be called again soon
		 */
		boolean perform();

		long nanosUntilNext(long now);

	}

	/**
	 * Something that gets due.
	 */
	@FunctionalInterface
	interface Due {

		long nanosUntil(long now);

	}

}
