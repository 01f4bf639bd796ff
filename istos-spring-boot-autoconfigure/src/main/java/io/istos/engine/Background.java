package io.istos.engine;

import java.time.Duration;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.IntUnaryOperator;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import io.istos.StorageUnavailableException;
import io.istos.storage.LeaseRelease;
import io.istos.storage.Release;
import io.istos.storage.StoragePlugin;

/**
 * What need not be done while a caller waits: releases that the store did not confirm
 * yet, and purging.
 */
final class Background {

	private static final Log logger = LogFactory.getLog(Background.class);

	private static final long FIRST_RETRY_MILLIS = 200;

	private static final long LAST_RETRY_MILLIS = 10_000;

	private final StoragePlugin store;

	private final EngineListener listener;

	private final ScheduledThreadPoolExecutor executor;

	Background(StoragePlugin store, EngineListener listener) {
		this.store = store;
		this.listener = listener;
		this.executor = new ScheduledThreadPoolExecutor(1, (task) -> {
			Thread thread = new Thread(task, "istos-background");
			thread.setDaemon(true);
			return thread;
		});
		this.executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
		this.executor.setContinueExistingPeriodicTasksAfterShutdownPolicy(false);
	}

	/**
	 * Release until confirmed.
	 */
	void release(Release release) {
		String what = "A claim of operation '" + release.token().key().operation() + "'";
		retry(what, () -> this.store.releaseClaim(release) != Release.Answer.LOCKED, FIRST_RETRY_MILLIS);
	}

	/**
	 * Release until confirmed.
	 */
	void release(LeaseRelease release) {
		String what = "The lease on scope '" + release.token().key().scope() + "'";
		retry(what, () -> this.store.releaseLease(release) != LeaseRelease.Answer.LOCKED, FIRST_RETRY_MILLIS);
	}

	private void retry(String what, BooleanSupplier release, long delayMillis) {
		if (!this.executor.isShutdown()) {
			this.executor.schedule(() -> tryRelease(what, release, delayMillis), jitter(delayMillis),
					TimeUnit.MILLISECONDS);
		}
	}

	private void tryRelease(String what, BooleanSupplier release, long delayMillis) {
		try {
			if (release.getAsBoolean()) {
				return;
			}
		}
		catch (StorageUnavailableException ex) {
			logger.debug(what + " is still to be released", ex);
		}
		catch (RuntimeException ex) {
			logger.warn(what + " can't be released", ex);
			return;
		}
		retry(what, release, Math.min(delayMillis * 2, LAST_RETRY_MILLIS));
	}

	void purge(EngineSettings.Purge purge) {
		if (purge.enabled()) {
			long interval = purge.interval().toMillis();
			this.executor.scheduleWithFixedDelay(() -> purgeAll(purge), jitter(interval), interval,
					TimeUnit.MILLISECONDS);
		}
	}

	private void purgeAll(EngineSettings.Purge purge) {
		purgeAll(EngineListener.Purged.CLAIMS, purge.batchSize(), this.store::purgeClaims);
		Duration retention = purge.eventLogRetention();
		if (!retention.isZero()) {
			purgeAll(EngineListener.Purged.EVENT_LOG, purge.batchSize(),
					(batchSize) -> this.store.purgeLog(retention, batchSize));
		}
	}

	private void purgeAll(EngineListener.Purged purged, int batchSize, IntUnaryOperator purgeBatch) {
		String what = (purged == EngineListener.Purged.CLAIMS) ? "claims" : "the event log";
		try {
			int rows = 0;
			int last = batchSize;
			while (last == batchSize && !this.executor.isShutdown()) {
				last = purgeBatch.applyAsInt(batchSize);
				rows += last;
				this.listener.purged(purged, last);
			}
			logger.debug("Purged " + rows + " rows of " + what);
		}
		catch (RuntimeException ex) {
			logger.warn("Purging " + what + " failed, will be tried again: " + ex.getMessage());
			logger.debug("Purge failure", ex);
		}
	}

	private static long jitter(long millis) {
		return millis / 2 + ThreadLocalRandom.current().nextLong(Math.max(1, millis / 2));
	}

	void stop(Duration timeout) throws InterruptedException {
		this.executor.shutdown();
		if (!this.executor.awaitTermination(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
			logger.warn("Background work of the ledger did not end in time");
		}
	}

}
