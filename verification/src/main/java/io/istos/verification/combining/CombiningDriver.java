package io.istos.verification.combining;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import com.zaxxer.hikari.HikariDataSource;

import org.springframework.jdbc.core.JdbcTemplate;

import io.istos.storage.Claim;
import io.istos.storage.ClaimKey;
import io.istos.storage.ClaimRequest;
import io.istos.storage.ClaimState;
import io.istos.storage.ClaimStore;
import io.istos.storage.Completion;
import io.istos.storage.Outcome;
import io.istos.storage.TakeOver;
import io.istos.storage.postgres.PostgresSettings;
import io.istos.storage.postgres.PostgresStoragePlugin;
import io.istos.testing.TestDatabase;
import io.istos.verification.Pools;
import io.istos.verification.Table;
import io.istos.verification.stress.Workers;

/**
 * Compares the PostgreSQL adapter, which combines, with the same statements sent one by
 * one over a pool of 16: throughput of 64 callers, latency of a lone one. A call is a
 * claim and its completion. Arguments: seconds per round (3), rounds (7). Ends with 1 if
 * a target is missed.
 */
public final class CombiningDriver {

	private static final int CALLERS = 64;

	private static final int POOL = 16;

	private static final double TARGET_THROUGHPUT = 3;

	private static final double TARGET_LATENCY = 1.2;

	private static final Outcome RESULT = new Outcome(Outcome.Kind.RESULT,
			"{\"id\":\"7d0b0d6e-3f65-4c4e-9b9b-0f3d4f1f0c55\",\"amount\":\"100.00\"}");

	private final AtomicLong keys = new AtomicLong();

	private final String run = UUID.randomUUID().toString();

	private final Duration round;

	private final int rounds;

	private CombiningDriver(Duration round, int rounds) {
		this.round = round;
		this.rounds = rounds;
	}

	public static void main(String[] arguments) {
		long seconds = (arguments.length > 0) ? Long.parseLong(arguments[0]) : 3;
		int rounds = (arguments.length > 1) ? Integer.parseInt(arguments[1]) : 7;
		boolean right = new CombiningDriver(Duration.ofSeconds(seconds), rounds).run();
		System.exit(right ? 0 : 1);
	}

	private boolean run() {
		try (TestDatabase database = TestDatabase.create();
				HikariDataSource ledger = Pools.create(database, "combined", 4);
				HikariDataSource pool = Pools.create(database, "one-by-one", POOL);
				PostgresStoragePlugin combined = PostgresStoragePlugin.create(ledger, PostgresSettings.defaults())) {
			combined.prepare();
			ClaimStore oneByOne = oneByOne(pool);
			describe(pool);
			warmUp(combined, oneByOne);
			boolean fast = compareThroughput(combined, oneByOne);
			return compareLatency(combined, oneByOne) && fast;
		}
	}

	private static void describe(HikariDataSource pool) {
		JdbcTemplate jdbc = new JdbcTemplate(pool);
		System.out.println("fsync " + jdbc.queryForObject("show fsync", String.class) + ", synchronous_commit "
				+ jdbc.queryForObject("show synchronous_commit", String.class) + ", "
				+ Runtime.getRuntime().availableProcessors() + " processors shared with the server");
	}

	private ClaimStore oneByOne(HikariDataSource pool) {
		StatementRecorder recorder = new StatementRecorder(pool);
		try (PostgresStoragePlugin lone = PostgresStoragePlugin.create(pool, recorder, PostgresSettings.defaults())) {
			ClaimRequest request = request();
			Claim claim = lone.claimProcessed(request);
			String claimSql = recorder.last();
			lone.markProcessed(completion(request, claim));
			return new OneByOneClaimStore(pool, claimSql, recorder.last());
		}
	}

	private void warmUp(ClaimStore combined, ClaimStore oneByOne) {
		for (int i = 0; i < 2; i++) {
			throughput(combined, CALLERS);
			throughput(oneByOne, CALLERS);
		}
		latencies(combined);
		latencies(oneByOne);
	}

	private boolean compareThroughput(ClaimStore combined, ClaimStore oneByOne) {
		double[] with = new double[this.rounds];
		double[] without = new double[this.rounds];
		for (int i = 0; i < this.rounds; i++) {
			with[i] = throughput(combined, CALLERS);
			without[i] = throughput(oneByOne, CALLERS);
		}
		double ratio = median(with) / median(without);
		new Table(CALLERS + " callers", "calls/s, median", "least", "most")
			.row("combined", whole(median(with)), whole(min(with)), whole(max(with)))
			.row("one by one, pool of " + POOL, whole(median(without)), whole(min(without)), whole(max(without)))
			.print();
		return verdict("throughput ratio", ratio, ratio >= TARGET_THROUGHPUT, "at least " + TARGET_THROUGHPUT);
	}

	private boolean compareLatency(ClaimStore combined, ClaimStore oneByOne) {
		double[] with = new double[this.rounds];
		double[] without = new double[this.rounds];
		double[] withTail = new double[this.rounds];
		double[] withoutTail = new double[this.rounds];
		for (int i = 0; i < this.rounds; i++) {
			double[] latencies = latencies(combined);
			with[i] = percentile(latencies, 0.5);
			withTail[i] = percentile(latencies, 0.99);
			latencies = latencies(oneByOne);
			without[i] = percentile(latencies, 0.5);
			withoutTail[i] = percentile(latencies, 0.99);
		}
		double ratio = median(with) / median(without);
		new Table("a lone caller", "ms per call, median", "99 of 100 below")
			.row("combined", millis(median(with)), millis(median(withTail)))
			.row("one by one", millis(median(without)), millis(median(withoutTail)))
			.print();
		return verdict("latency ratio", ratio, ratio <= TARGET_LATENCY, "at most " + TARGET_LATENCY);
	}

	private static boolean verdict(String what, double ratio, boolean met, String target) {
		System.out.printf(Locale.ROOT, "%s %.2f, target %s: %s%n%n", what, ratio, target, met ? "met" : "MISSED");
		return met;
	}

	private double throughput(ClaimStore store, int callers) {
		AtomicLong calls = new AtomicLong();
		long start = System.nanoTime();
		long end = start + this.round.toNanos();
		Workers.run(callers, (worker) -> {
			while (System.nanoTime() < end) {
				call(store);
				calls.incrementAndGet();
			}
		});
		return calls.get() / ((System.nanoTime() - start) / 1e9);
	}

	private double[] latencies(ClaimStore store) {
		List<Double> latencies = new ArrayList<>();
		long end = System.nanoTime() + this.round.toNanos();
		for (long start = System.nanoTime(); start < end; start = System.nanoTime()) {
			call(store);
			latencies.add((double) (System.nanoTime() - start));
		}
		return latencies.stream().mapToDouble(Double::doubleValue).toArray();
	}

	private void call(ClaimStore store) {
		ClaimRequest request = request();
		Claim claim = store.claimProcessed(request);
		if (claim.state() != ClaimState.CLAIMED || !store.markProcessed(completion(request, claim))) {
			throw new IllegalStateException("Not claimed and completed: " + claim);
		}
	}

	private ClaimRequest request() {
		return new ClaimRequest(new ClaimKey("", "combining", this.run + "-" + this.keys.incrementAndGet()),
				UUID.randomUUID(), "fingerprint", Duration.ofSeconds(30), TakeOver.LAPSED, "driver", null);
	}

	private static Completion completion(ClaimRequest request, Claim claim) {
		return new Completion(request.token(claim.epoch()), RESULT, Duration.ofDays(7));
	}

	private static double median(double[] values) {
		return percentile(values, 0.5);
	}

	private static double percentile(double[] values, double share) {
		double[] sorted = values.clone();
		Arrays.sort(sorted);
		return sorted[(int) Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
	}

	private static double min(double[] values) {
		return Arrays.stream(values).min().orElse(0);
	}

	private static double max(double[] values) {
		return Arrays.stream(values).max().orElse(0);
	}

	private static String whole(double value) {
		return String.format(Locale.ROOT, "%,.0f", value);
	}

	private static String millis(double nanos) {
		return String.format(Locale.ROOT, "%.3f", nanos / TimeUnit.MILLISECONDS.toNanos(1));
	}

}
