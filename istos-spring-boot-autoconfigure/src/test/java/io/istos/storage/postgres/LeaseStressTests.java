package io.istos.storage.postgres;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.jdbc.core.JdbcTemplate;

import io.istos.LeaseLostException;
import io.istos.storage.Acquisition;
import io.istos.storage.LeaseFence;
import io.istos.storage.LeaseRequest;
import io.istos.storage.LeaseToken;
import io.istos.storage.LedgerTransaction;
import io.istos.storage.ScopeKey;
import io.istos.storage.StoragePlugin;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Two nodes with many workers over few scopes, whose leases are short, lapse while they
 * work and whose rows are deleted. Each reads a balance, stops for a moment, and writes
 * it back increased: what two did at once is lost.
 */
@Timeout(120)
class LeaseStressTests {

	private static final int WORKERS = 12;

	private static final int COMMITS = 200;

	private final List<ScopeKey> scopes = IntStream.range(0, 3).mapToObj((i) -> Leases.scope()).toList();

	private final AtomicInteger commits = new AtomicInteger();

	private final AtomicInteger losses = new AtomicInteger();

	private final AtomicBoolean failed = new AtomicBoolean();

	private final Ledger ledger = Ledger.create();

	/** Outside the transactions of the workers. */
	private final JdbcTemplate outside = new JdbcTemplate(this.ledger.database.hikari(4));

	@BeforeEach
	void open() {
		this.outside.execute("CREATE TABLE balance (scope text PRIMARY KEY, value int NOT NULL); "
				+ "CREATE TABLE journal (scope text, value int, epoch bigint)");
		this.scopes.forEach((scope) -> this.outside.update("INSERT INTO balance VALUES (?, 0)", scope.scope()));
	}

	@AfterEach
	void close() {
		this.ledger.close();
	}

	@Test
	void underFencedLeasesNoUpdateIsLost() throws Exception {
		run(true);
		assertThat(this.losses).hasPositiveValue();
		assertThat(lostUpdates()).isZero();
		assertThat(writesUnderAnOlderEpoch()).isZero();
		assertThat(count("SELECT sum(value) FROM balance")).isEqualTo(this.commits.get());
	}

	/** Else the other test would prove nothing. */
	@Test
	void withoutAFenceSomeAre() throws Exception {
		run(false);
		assertThat(lostUpdates()).isPositive();
	}

	private void run(boolean fenced) throws Exception {
		ExecutorService threads = Executors.newFixedThreadPool(WORKERS);
		try (PostgresStoragePlugin other = this.ledger.anotherPlugin()) {
			List<Future<?>> workers = new ArrayList<>();
			for (int i = 0; i < WORKERS; i++) {
				StoragePlugin node = (i % 2 == 0) ? this.ledger.plugin : other;
				workers.add(threads.submit(() -> work(node, fenced)));
			}
			for (Future<?> worker : workers) {
				worker.get();
			}
		}
		finally {
			threads.shutdownNow();
		}
	}

	private void work(StoragePlugin node, boolean fenced) {
		boolean finished = false;
		try {
			while (this.commits.get() < COMMITS && !this.failed.get()) {
				attempt(node, fenced, ThreadLocalRandom.current());
			}
			finished = true;
		}
		finally {
			this.failed.compareAndSet(false, !finished);
		}
	}

	private void attempt(StoragePlugin node, boolean fenced, RandomGenerator random) {
		ScopeKey scope = this.scopes.get(random.nextInt(this.scopes.size()));
		LeaseRequest request = Leases.request(scope, Duration.ofMillis(random.nextInt(2, 40)));
		Acquisition.Granted granted = node.acquire(request).granted();
		if (granted == null) {
			return;
		}
		LeaseToken token = request.token(granted.epoch());
		if (random.nextInt(20) == 0) {
			this.outside.update("DELETE FROM istos.istos_lease WHERE scope = ?", scope.scope());
		}
		try {
			this.ledger.inTransaction((transaction) -> {
				increase(node, token, transaction, fenced, random);
				return token;
			});
			this.commits.incrementAndGet();
		}
		catch (LeaseLostException ex) {
			this.losses.incrementAndGet();
		}
		if (random.nextInt(3) == 0) {
			lapse(token);
		}
		else {
			Leases.releaseOnceUnlocked(node, token);
		}
	}

	private void increase(StoragePlugin node, LeaseToken token, LedgerTransaction transaction, boolean fenced,
			RandomGenerator random) {
		String scope = token.key().scope();
		boolean held = fenced && random.nextBoolean() && node.holdForUpdate(token, transaction);
		Integer value = this.ledger.business()
			.queryForObject("SELECT value FROM balance WHERE scope = ?", Integer.class, scope);
		if (random.nextInt(4) == 0) {
			node.renewLeases(List.of(Leases.renewal(token)));
			lapse(token);
		}
		pause(random);
		int next = (value != null) ? value + 1 : 1;
		this.ledger.business().update("UPDATE balance SET value = ? WHERE scope = ?", next, scope);
		this.ledger.business().update("INSERT INTO journal VALUES (?, ?, ?)", scope, next, token.epoch());
		if (fenced) {
			fence(node, token, transaction, held, random);
		}
	}

	/** The lease may lapse between the fence and the commit. */
	private void fence(StoragePlugin node, LeaseToken token, LedgerTransaction transaction, boolean held,
			RandomGenerator random) {
		String state = random.nextBoolean() ? "1" : null;
		node.fence(List.of(new LeaseFence(token, Leases.TTL, held, state)), transaction);
		if (state == null) {
			lapse(token);
			pause(random);
		}
	}

	private void lapse(LeaseToken token) {
		this.outside.update("UPDATE istos.istos_lease SET deadline = clock_timestamp() WHERE scope = ? AND epoch = ?",
				token.key().scope(), token.epoch());
	}

	private void pause(RandomGenerator random) {
		this.ledger.business().queryForList("SELECT pg_sleep(?)", random.nextDouble(0.02));
	}

	private int lostUpdates() {
		return count("SELECT count(*) - count(DISTINCT (scope, value)) FROM journal");
	}

	private int writesUnderAnOlderEpoch() {
		return count("SELECT count(*) FROM journal older JOIN journal newer USING (scope) "
				+ "WHERE older.epoch < newer.epoch AND older.value > newer.value");
	}

	private int count(String sql) {
		Integer count = this.outside.queryForObject(sql, Integer.class);
		return (count != null) ? count : -1;
	}

}
