package io.istos.storage.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.ToIntFunction;

import org.awaitility.Awaitility;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A ledger with callers whose leader finds a connection only when all the others wait.
 */
final class CrowdedLedger implements AutoCloseable {

	static final int CALLERS = 64;

	final Ledger ledger;

	private final ToIntFunction<PostgresStoragePlugin> waiting;

	private final CountDownLatch gate = new CountDownLatch(1);

	private final ExecutorService threads = Executors.newFixedThreadPool(CALLERS);

	private volatile boolean gated;

	private FaultyConnections counting;

	/**
	 * Create.
	 * @param waiting how many of the callers wait
	 */
	CrowdedLedger(ToIntFunction<PostgresStoragePlugin> waiting) {
		this.waiting = waiting;
		this.ledger = Ledger.create(PostgresSettings.defaults(), (pool) -> {
			this.counting = new FaultyConnections(ReservedPool.like(pool, PostgresSettings.defaults()));
			return new Gate();
		});
	}

	<T> List<Future<T>> together(List<Callable<T>> calls) throws Exception {
		this.counting.statements.set(0);
		this.gated = true;
		List<Future<T>> answers = new ArrayList<>();
		for (int i = 0; i < calls.size(); i++) {
			answers.add(this.threads.submit(calls.get(i)));
			int expected = i;
			Awaitility.await()
				.pollDelay(Duration.ZERO)
				.pollInterval(Duration.ofMillis(1))
				.until(() -> this.waiting.applyAsInt(this.ledger.plugin) == expected);
		}
		this.gate.countDown();
		this.threads.shutdown();
		assertThat(this.threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
		return answers;
	}

	int statements() {
		return this.counting.statements.get();
	}

	@Override
	public void close() {
		this.threads.shutdown();
		this.ledger.close();
	}

	private final class Gate implements ConnectionSource {

		@Override
		public Connection open() throws SQLException {
			if (CrowdedLedger.this.gated) {
				try {
					CrowdedLedger.this.gate.await();
				}
				catch (InterruptedException ex) {
					throw new SQLException(ex);
				}
			}
			return CrowdedLedger.this.counting.open();
		}

		@Override
		public void close() {
			CrowdedLedger.this.counting.close();
		}

	}

}
