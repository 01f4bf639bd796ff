package io.istos.engine;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.istos.storage.ClaimStore;
import io.istos.storage.Renewal;

/**
 * Renews all claims of this process on one thread, all that are due in one statement. An
 * outage is ridden out: only the store's answer makes a claim lost.
 */
final class Renewals {

	private static final Log logger = LogFactory.getLog(Renewals.class);

	private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

	private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(10);

	private final ClaimStore store;

	private final Ticker ticker;

	private final ThreadFactory threads;

	private final Set<HeldClaim> held = ConcurrentHashMap.newKeySet();

	private final ReentrantLock lock = new ReentrantLock();

	private final Condition changed = this.lock.newCondition();

	private @Nullable Thread thread;

	private long nextWake;

	private boolean failing;

	private volatile boolean stopped;

	Renewals(ClaimStore store, Ticker ticker, ThreadFactory threads) {
		this.store = store;
		this.ticker = ticker;
		this.threads = threads;
	}

	/**
	 * Under the lock: while the thread looks what is due next, nobody knows when it will
	 * wake.
	 */
	void add(HeldClaim claim) {
		this.held.add(claim);
		this.lock.lock();
		try {
			if (this.thread == null || claim.nanosUntilDue(this.nextWake) < 0) {
				wakeUp();
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	void remove(HeldClaim claim) {
		this.held.remove(claim);
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

	private void wakeUp() {
		if (this.thread == null && !this.stopped) {
			this.thread = this.threads.newThread(this::run);
			this.thread.setName("istos-renewal");
			this.thread.start();
		}
		this.changed.signalAll();
	}

	private void run() {
		while (!this.stopped) {
			try {
				pause(renewSafely());
			}
			catch (InterruptedException ex) {
				logger.debug("Renewal thread interrupted, going on", ex);
			}
		}
	}

	private boolean renewSafely() {
		try {
			return renewDue();
		}
		catch (Throwable ex) {
			logger.error("Renewing claims failed, going on", ex);
			return false;
		}
	}

	@SuppressWarnings("WaitNotInLoop") // waking early only looks early
	private void pause(boolean answered) throws InterruptedException {
		this.lock.lock();
		try {
			long nanos = answered ? nanosUntilNextDue() : RETRY_NANOS;
			if (!this.stopped && nanos > 0) {
				this.nextWake = this.ticker.nanos() + nanos;
				this.changed.awaitNanos(nanos);
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	private long nanosUntilNextDue() {
		long now = this.ticker.nanos();
		return this.held.stream().mapToLong((claim) -> claim.nanosUntilDue(now)).min().orElse(IDLE_NANOS);
	}

	/**
	 * Renew what is due.
	 * @return whether the store answered
	 */
	boolean renewDue() {
		long sentAt = this.ticker.nanos();
		List<HeldClaim> due = this.held.stream().filter((claim) -> claim.nanosUntilDue(sentAt) <= 0).toList();
		if (due.isEmpty()) {
			return true;
		}
		try {
			List<Renewal.Answer> answers = this.store.renewClaims(due.stream().map(HeldClaim::renewal).toList());
			for (int i = 0; i < answers.size(); i++) {
				apply(due.get(i), answers.get(i), sentAt);
			}
			reportRecovery();
			return true;
		}
		catch (RuntimeException ex) {
			reportFailure(due.size(), ex);
			return false;
		}
	}

	private void apply(HeldClaim claim, Renewal.Answer answer, long sentAt) {
		switch (answer) {
			case RENEWED -> claim.renewed(sentAt);
			case LOCKED -> claim.postpone(sentAt);
			case LOST -> {
				if (this.held.remove(claim)) {
					claim.lost("it lapsed and was taken over, or its row is gone");
				}
			}
		}
	}

	private void reportFailure(int count, RuntimeException ex) {
		if (!this.failing) {
			this.failing = true;
			logger.warn("Renewing " + count + " claims failed; trying on: " + ex.getMessage());
		}
		logger.debug("Renewal failure", ex);
	}

	private void reportRecovery() {
		if (this.failing) {
			this.failing = false;
			logger.info("Renewing claims works again");
		}
	}

}
