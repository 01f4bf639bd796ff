package io.istos.storage.postgres;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

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

	private static final int GRANTS = 400;

	private final List<ScopeKey> scopes = IntStream.range(0, 3).mapToObj((i) -> Leases.scope()).toList();

	private final AtomicInteger grants = new AtomicInteger();

	private final AtomicInteger commits = new AtomicInteger();

	private final AtomicInteger losses = new AtomicInteger();

	@Test
	void underFencedLeasesNoUpdateIsLost() throws Exception {
		try (Ledger ledger = ledger()) {
			run(ledger, true);
			assertThat(this.commits).hasValueGreaterThan(100);
			assertThat(this.losses).hasValueGreaterThan(10);
			assertThat(lostUpdates(ledger)).isZero();
			assertThat(writesUnderAnOlderEpoch(ledger)).isZero();
			assertThat(ledger.jdbc.queryForObject("SELECT sum(value) FROM balance", Integer.class))
				.isEqualTo(this.commits.get());
		}
	}

	/** Else the other test would prove nothing. */
	@Test
	void withoutAFenceSomeAre() throws Exception {
		try (Ledger ledger = ledger()) {
			run(ledger, false);
			assertThat(lostUpdates(ledger)).isPositive();
		}
	}

	private Ledger ledger() {
		Ledger ledger = Ledger.create();
		ledger.jdbc.execute("CREATE TABLE balance (scope text PRIMARY KEY, value int NOT NULL); "
				+ "CREATE TABLE journal (scope text, value int, epoch bigint)");
		this.scopes.forEach((scope) -> ledger.jdbc.update("INSERT INTO balance VALUES (?, 0)", scope.scope()));
		return ledger;
	}

	private void run(Ledger ledger, boolean fenced) throws Exception {
		ExecutorService threads = Executors.newFixedThreadPool(WORKERS);
		try (PostgresStoragePlugin other = ledger.anotherPlugin()) {
			List<Future<?>> workers = new ArrayList<>();
			for (int i = 0; i < WORKERS; i++) {
				StoragePlugin node = (i % 2 == 0) ? ledger.plugin : other;
				workers.add(threads.submit(() -> {
					while (this.grants.get() < GRANTS) {
						attempt(ledger, node, fenced, ThreadLocalRandom.current());
					}
				}));
			}
			for (Future<?> worker : workers) {
				worker.get();
			}
		}
		finally {
			threads.shutdown();
		}
	}

	private void attempt(Ledger ledger, StoragePlugin node, boolean fenced, RandomGenerator random) {
		ScopeKey scope = this.scopes.get(random.nextInt(this.scopes.size()));
		LeaseRequest request = Leases.request(scope, Duration.ofMillis(random.nextInt(2, 40)));
		Acquisition.Granted granted = node.acquire(request).granted();
		if (granted == null) {
			return;
		}
		this.grants.incrementAndGet();
		LeaseToken token = request.token(granted.epoch());
		if (random.nextInt(20) == 0) {
			ledger.jdbc.update("DELETE FROM istos.istos_lease WHERE scope = ?", scope.scope());
		}
		try {
			ledger.inTransaction((transaction) -> {
				work(ledger, node, token, transaction, fenced, random);
				return token;
			});
			this.commits.incrementAndGet();
		}
		catch (LeaseLostException ex) {
			this.losses.incrementAndGet();
		}
		if (random.nextInt(3) > 0) {
			node.releaseLease(Leases.release(token));
		}
	}

	private static void work(Ledger ledger, StoragePlugin node, LeaseToken token, LedgerTransaction transaction,
			boolean fenced, RandomGenerator random) {
		String scope = token.key().scope();
		boolean held = fenced && random.nextBoolean() && node.holdForUpdate(token, transaction);
		Integer value = ledger.business()
			.queryForObject("SELECT value FROM balance WHERE scope = ?", Integer.class, scope);
		if (random.nextInt(4) == 0) {
			node.renewLeases(List.of(Leases.renewal(token)));
			new Leases(ledger).lapse(token.key());
		}
		ledger.business().queryForList("SELECT pg_sleep(?)", random.nextDouble(0.02));
		int next = (value != null) ? value + 1 : 1;
		ledger.business().update("UPDATE balance SET value = ? WHERE scope = ?", next, scope);
		ledger.business().update("INSERT INTO journal VALUES (?, ?, ?)", scope, next, token.epoch());
		if (fenced) {
			String state = random.nextBoolean() ? String.valueOf(next) : null;
			node.fence(List.of(new LeaseFence(token, Duration.ofMillis(500), held, state)), transaction);
		}
	}

	private static int lostUpdates(Ledger ledger) {
		return count(ledger, "SELECT count(*) - count(DISTINCT (scope, value)) FROM journal");
	}

	private static int writesUnderAnOlderEpoch(Ledger ledger) {
		return count(ledger, "SELECT count(*) FROM journal older JOIN journal newer USING (scope) "
				+ "WHERE older.epoch < newer.epoch AND older.value > newer.value");
	}

	private static int count(Ledger ledger, String sql) {
		Integer count = ledger.jdbc.queryForObject(sql, Integer.class);
		return (count != null) ? count : -1;
	}

}
