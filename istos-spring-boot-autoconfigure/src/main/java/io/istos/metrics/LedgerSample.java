package io.istos.metrics;

import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.istos.storage.LedgerSummary;
import io.istos.storage.LedgerSummary.OpenClaims;

/**
 * What was last counted in the ledger. Whoever reads it gets the last count at once, and
 * has it counted again if that is old: a scrape never waits for the store, and however
 * often it comes, the store is not asked more often than the interval says.
 */
final class LedgerSample implements AutoCloseable {

	private static final Log logger = LogFactory.getLog(LedgerSample.class);

	private final Supplier<LedgerSummary> ledger;

	private final long intervalNanos;

	private final LongSupplier nanoTime;

	private final ThreadPoolExecutor executor;

	private final AtomicBoolean counting = new AtomicBoolean();

	private volatile @Nullable LedgerSummary last;

	private volatile long nextAt;

	/**
	 * Create.
	 * @param ledger counts
	 * @param interval the least time between two counts
	 * @param nanoTime the monotonic clock
	 */
	LedgerSample(Supplier<LedgerSummary> ledger, Duration interval, LongSupplier nanoTime) {
		this.ledger = ledger;
		this.intervalNanos = interval.toNanos();
		this.nanoTime = nanoTime;
		this.nextAt = nanoTime.getAsLong();
		this.executor = new ThreadPoolExecutor(1, 1, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), (task) -> {
			Thread thread = new Thread(task, "istos-ledger-sample");
			thread.setDaemon(true);
			return thread;
		}, new ThreadPoolExecutor.DiscardPolicy());
		this.executor.allowCoreThreadTimeOut(true);
	}

	/**
	 * Sum up over all operations.
	 * @return the sum; not a number before anything was counted, or if the last count
	 * failed
	 */
	double sum(ToLongFunction<OpenClaims> what) {
		long now = this.nanoTime.getAsLong();
		if (now - this.nextAt >= 0 && this.counting.compareAndSet(false, true)) {
			this.nextAt = now + this.intervalNanos;
			this.executor.execute(this::count);
		}
		LedgerSummary summary = this.last;
		return (summary != null) ? summary.open().stream().mapToLong(what).sum() : Double.NaN;
	}

	private void count() {
		try {
			this.last = this.ledger.get();
		}
		catch (RuntimeException ex) {
			this.last = null;
			logger.debug("The ledger can't be counted", ex);
		}
		finally {
			this.counting.set(false);
		}
	}

	@Override
	public void close() {
		this.executor.shutdownNow();
	}

}
