package io.istos.health;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.jspecify.annotations.Nullable;

import io.istos.storage.LedgerStatus;
import io.istos.storage.OperatorStore;

/**
 * Asks the store how it is, and waits no longer than it may. At most one question is out:
 * who asks meanwhile waits for its answer, and once that is late, not at all.
 * Thread-safe.
 */
final class StoreProbe implements AutoCloseable {

	private static final long IDLE_SECONDS = 10;

	private final OperatorStore store;

	private final Duration timeout;

	private final String name;

	private final ThreadPoolExecutor executor;

	private @Nullable Question out;

	StoreProbe(OperatorStore store, Duration timeout) {
		this.store = store;
		this.timeout = timeout;
		this.name = StoreNames.of(store.getClass());
		this.executor = new ThreadPoolExecutor(1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(),
				StoreProbe::daemon);
		this.executor.allowCoreThreadTimeOut(true);
	}

	private static Thread daemon(Runnable task) {
		Thread thread = new Thread(task, "istos-health");
		thread.setDaemon(true);
		return thread;
	}

	/**
	 * What the store is, for people.
	 */
	String storeName() {
		return this.name;
	}

	StoreAnswer ask() {
		try {
			Question question = question();
			long left = this.timeout.toNanos() - question.age();
			return await(question, Math.max(0, left));
		}
		catch (RejectedExecutionException ex) {
			return StoreAnswer.none("Istos is shut down");
		}
	}

	private synchronized Question question() {
		Question question = this.out;
		if (question == null || question.answer().isDone()) {
			question = new Question(this.executor.submit(this::status), System.nanoTime());
			this.out = question;
		}
		return question;
	}

	private StoreAnswer await(Question question, long nanos) {
		try {
			return question.answer().get(nanos, TimeUnit.NANOSECONDS);
		}
		catch (TimeoutException ex) {
			return StoreAnswer.none(theStore("has not answered for " + Texts.of(Duration.ofNanos(question.age()))));
		}
		catch (ExecutionException ex) {
			return StoreAnswer.none(theStore(StoreFailures.describe(ex.getCause())));
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return StoreAnswer.none("The thread was interrupted while it waited for the store");
		}
	}

	private String theStore(String problem) {
		return "The store (" + this.name + ") " + problem;
	}

	/** Nobody knows when within the round trip the store looked at its clock. */
	private StoreAnswer status() {
		Instant sent = Instant.now();
		long start = System.nanoTime();
		LedgerStatus status = this.store.status();
		Instant middle = sent.plusNanos((System.nanoTime() - start) / 2);
		return StoreAnswer.of(status, Duration.between(middle, status.now()));
	}

	@Override
	public void close() {
		this.executor.shutdownNow();
	}

	private record Question(Future<StoreAnswer> answer, long askedAt) {

		long age() {
			return System.nanoTime() - this.askedAt;
		}

	}

}
