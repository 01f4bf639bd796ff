package io.istos.storage.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

import io.istos.storage.ClaimDecision;
import io.istos.storage.ClaimDecision.Verdict;
import io.istos.storage.ClaimKey;
import io.istos.storage.ClaimQuery;
import io.istos.storage.ClaimStatus;
import io.istos.storage.ClaimToken;
import io.istos.storage.ClaimView;
import io.istos.storage.DecisionAnswer;
import io.istos.storage.LeaseQuery;
import io.istos.storage.LeaseStatus;
import io.istos.storage.OperatorStore.OperationName;
import io.istos.storage.Release;
import io.istos.storage.ScopeKey;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A ledger of a million rows: 920,000 done, 50,000 free, 20,000 abandoned, 10,000 held
 * and a few running, of a namespace, key scopes below it and another namespace that
 * begins alike.
 */
@Tag("stress")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class MillionRowsTests {

	private static final Set<ClaimStatus> ALL = EnumSet.allOf(ClaimStatus.class);

	private static final Set<ClaimStatus> OPEN = EnumSet.of(ClaimStatus.RUNNING, ClaimStatus.ABANDONED,
			ClaimStatus.HELD);

	private static final Pattern BUFFERS = Pattern.compile("Buffers: shared(?: hit=(\\d+))?(?: read=(\\d+))?");

	private static final int PURGED = 1000;

	private static Ledger ledger;

	@BeforeAll
	static void open() {
		ledger = Ledger.create();
		ledger.jdbc.execute("""
				INSERT INTO istos.istos_idempotency (namespace, operation, key, state, epoch, owner, deadline,
				  outcome, result, claimed_at, expires_at)
				SELECT CASE n % 10 WHEN 0 THEN 'shop-eu' WHEN 1 THEN 'shop|t' || n % 1000 ELSE 'shop' END,
				  'op' || n % 7, 'key-' || n, s.state, n, CASE WHEN s.state IN ('C', 'D') THEN OWNER END,
				  CASE s.state WHEN 'C' THEN now() + CASE WHEN n % 1000 < 20 THEN -1 ELSE 1 END * interval '1 h' END,
				  CASE s.state WHEN 'D' THEN 'R' END, CASE s.state WHEN 'D' THEN '1' END,
				  now() - (1000000 - n) * interval '1 s', CASE WHEN s.state IN ('F', 'D') THEN now() END
				FROM generate_series(1, 1000000) n CROSS JOIN LATERAL (
				  SELECT CASE WHEN n % 1000 < 20 THEN 'C' WHEN n % 1000 < 30 THEN 'H' WHEN n % 1000 < 80 THEN 'F'
				    WHEN n % 20000 = 999 THEN 'C' ELSE 'D' END AS state) s;
				INSERT INTO istos.istos_event_log (namespace, key, idempotency_key, kind, value)
				SELECT 'shop', 'op' || n % 2, 'key-' || n, 'call', '1' FROM generate_series(1, 300000) n;
				INSERT INTO istos.istos_lease (namespace, scope, epoch, owner, deadline)
				SELECT CASE n % 3 WHEN 0 THEN 'shop' WHEN 1 THEN 'shop|t' || n % 100 ELSE 'zoo' END, 's' || n, n,
				  CASE WHEN n % 4 > 0 THEN OWNER END, now() + (n % 4 - 1) * interval '1 h'
				FROM generate_series(1, 100000) n""".replace("OWNER", "'" + UUID.randomUUID() + "'::uuid"));
		ledger.jdbc.execute("VACUUM (ANALYZE) istos.istos_idempotency");
		ledger.jdbc.execute("VACUUM (ANALYZE) istos.istos_event_log");
		ledger.jdbc.execute("VACUUM (ANALYZE) istos.istos_lease");
	}

	@AfterAll
	static void close() {
		ledger.close();
	}

	@Test
	@Order(1)
	void whatPeopleAskWalksAlongOneIndex() throws SQLException {
		ClaimView after = ledger.plugin.findClaim(new ClaimKey("shop", "op2", "key-500005")).orElseThrow();
		assertWalks(plan(OperatorSteps.STATUS, "istos"), "istos_idempotency_open", 100);
		assertWalks(plan(OperatorSteps.SUMMARY, "shop"), "istos_idempotency_open", 20_000);
		assertWalks(plan(OperatorSteps.FIND_OPEN_CLAIMS, query(null, OPEN, null)), "istos_idempotency_open", 300);
		assertWalks(plan(OperatorSteps.FIND_OPEN_CLAIMS, query("op2", OPEN, after)), "istos_idempotency_open", 1500);
		assertWalks(plan(OperatorSteps.FIND_CLAIMS, query(null, ALL, after)), "istos_idempotency_pkey", 300);
		assertWalks(plan(OperatorSteps.FIND_CLAIMS, query("op2", ALL, null)), "istos_idempotency_pkey", 300);
		assertWalks(plan(OperatorSteps.FIND_CLAIMS, query("op2", ALL, after)), "istos_idempotency_pkey", 300);
		assertWalks(plan(OperatorSteps.FIND_CLAIMS, query("op9", ALL, null)), "istos_idempotency_pkey", 1500);
		assertWalks(plan(OperatorSteps.FIND_CLAIM, after.key()), "istos_idempotency_pkey", 10);
		assertWalks(plan(OperatorSteps.OPERATIONS, "shop"), "istos_idempotency_pkey", 8000);
		ScopeKey scope = new ScopeKey("shop", "s50001");
		assertWalks(plan(OperatorSteps.FIND_LEASES, leases(null)), "istos_lease_pkey", 300);
		assertWalks(plan(OperatorSteps.FIND_LEASES, leases(scope)), "istos_lease_pkey", 300);
	}

	private static ClaimQuery query(String operation, Set<ClaimStatus> statuses, ClaimView after) {
		return new ClaimQuery("shop", operation, statuses, Duration.ZERO, null, after, 100);
	}

	private static LeaseQuery leases(ScopeKey after) {
		return new LeaseQuery("shop", EnumSet.allOf(LeaseStatus.class), after, 100);
	}

	private static void assertWalks(String plan, String index, int buffers) {
		assertThat(plan).contains(index).doesNotContain("Seq Scan on istos_", "Bitmap Heap Scan on istos_idempotency");
		assertThat(buffers(plan)).as("pages of %s", plan).isLessThan(buffers);
	}

	private static int buffers(String plan) {
		Matcher first = BUFFERS.matcher(plan);
		assertThat(first.find()).isTrue();
		int hit = (first.group(1) != null) ? Integer.parseInt(first.group(1)) : 0;
		return hit + ((first.group(2) != null) ? Integer.parseInt(first.group(2)) : 0);
	}

	/** With a plan for any parameters, as a connection that is used often has it. */
	private static <Q> String plan(Step<Q, ?> step, Q item) throws SQLException {
		Step<Q, String> lines = new Step<>(step.name(), step.order(), step.fields(), (row) -> row.getString(1));
		Sql explaining = new Sql(PostgresSettings.defaults()) {

			@Override
			String inTransaction(String statement) {
				return super.inTransaction("EXPLAIN (ANALYZE, BUFFERS) " + statement);
			}

		};
		try (Connection connection = ledger.database.dataSource().getConnection();
				Statement setting = connection.createStatement()) {
			setting.execute("SET plan_cache_mode = force_generic_plan");
			return step.name() + "\n" + String.join("\n", StepStatement.own(lines, explaining).list(connection, item));
		}
	}

	@Test
	@Order(2)
	void aCallCostsWhatItCostsInASmallLedger() throws SQLException {
		for (String key : List.of("key-30", "key-1002", "key-new")) {
			ClaimKey claimed = new ClaimKey("shop", "op" + ("key-30".equals(key) ? 2 : 1), key);
			String plan = plan(Steps.CLAIM, Ledger.request(claimed));
			assertThat(buffers(plan)).as("pages of %s", plan).isLessThan(100);
		}
	}

	@Test
	@Order(3)
	void whatIsClaimedAndGivenUpAgainAndAgainTakesNoMoreRoom() {
		List<Long> sizes = new ArrayList<>();
		for (int round = 0; round < 4; round++) {
			for (int i = 0; i < 500; i++) {
				ClaimToken token = ledger.claimed(new ClaimKey("again", "op", "key-" + i));
				assertThat(ledger.plugin.releaseClaim(Ledger.release(token))).isEqualTo(Release.Answer.RELEASED);
			}
			ledger.jdbc.execute("VACUUM istos.istos_idempotency");
			sizes.add(ledger.jdbc.queryForObject("SELECT pg_relation_size('istos.istos_idempotency')", Long.class));
		}
		assertThat(sizes.get(3)).as("%s", sizes).isLessThanOrEqualTo(sizes.get(1));
		assertThat(ledger.jdbc.queryForObject("SELECT count(*) FROM istos.istos_idempotency WHERE namespace = 'again'",
				Integer.class))
			.isEqualTo(500);
	}

	@Test
	@Order(4)
	void keysAreForgottenWithTheirEntries() throws SQLException {
		assertThat(ledger.plugin.decide(new ClaimDecision(new ClaimKey("shop", "op1", "key-183"), null, Verdict.FORGET,
				null, Duration.ofDays(1), "1")))
			.isEqualTo(DecisionAnswer.DONE);
		OperationName operation = new OperationName("shop", "op1");
		assertThat(ledger.plugin.forgetClaims(operation, "key-18", 1000, "1")).isPositive();
		DecisionSteps.Prefix prefix = new DecisionSteps.Prefix(operation, "key-18", 1000, null);
		assertWalks(plan(DecisionSteps.FORGET_LOG, prefix), "istos_event_log_key", 10_000);
	}

	@Test
	@Order(5)
	void twoNodesPurgeItAndHoldNobodyUp() throws Exception {
		AtomicBoolean purging = new AtomicBoolean(true);
		AtomicLong longest = new AtomicLong();
		ExecutorService threads = Executors.newFixedThreadPool(3);
		int open = count("state IN ('C', 'H')");
		int rest = count("expires_at > now()");
		try (PostgresStoragePlugin other = ledger.anotherPlugin()) {
			Future<Integer> first = threads.submit(() -> purge(ledger.plugin, longest));
			Future<Integer> second = threads.submit(() -> purge(other, longest));
			Future<Integer> calls = threads.submit(() -> calls(purging));
			assertThat(first.get() + second.get()).isGreaterThan(900_000);
			purging.set(false);
			assertThat(calls.get()).isPositive();
		}
		finally {
			threads.shutdownNow();
		}
		assertThat(Duration.ofNanos(longest.get())).isLessThan(PostgresSettings.defaults().lockTimeout());
		assertThat(count("state IN ('C', 'H')")).isEqualTo(open);
		assertThat(count("expires_at <= now()")).isZero();
		assertThat(rest).isPositive();
	}

	private static int count(String condition) {
		return ledger.jdbc.queryForObject("SELECT count(*) FROM istos.istos_idempotency WHERE " + condition,
				Integer.class);
	}

	private static int purge(PostgresStoragePlugin node, AtomicLong longest) {
		int all = 0;
		int purged;
		do {
			long start = System.nanoTime();
			purged = node.purgeClaims(PURGED);
			longest.accumulateAndGet(System.nanoTime() - start, Math::max);
			all += purged;
		}
		while (purged > 0);
		return all;
	}

	/** Those of somebody who neither waits for the purge nor loses a row to it. */
	private static int calls(AtomicBoolean purging) {
		int calls = 0;
		while (purging.get()) {
			ledger.done(Ledger.key(), "1");
			calls++;
		}
		return calls;
	}

}
