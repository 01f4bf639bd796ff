package io.istos.verification.combining;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

import com.zaxxer.hikari.HikariDataSource;

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

/**
 * Compares claims and completions through the PostgreSQL adapter with the same statements
 * sent one by one: throughput of 64 callers, latency of a lone one. A call is a claim and
 * its completion. Arguments: seconds per round (3), rounds (7). Ends with 1 if a target
 * is missed.
 */
public final class CombiningDriver {

	private static final int CALLERS = 64;

	private static final double TARGET_THROUGHPUT = 3;

	private static final double TARGET_LATENCY = 1.2;

	private static final Outcome RESULT = new Outcome(Outcome.Kind.RESULT,
			"{\"id\":\"7d0b0d6e-3f65-4c4e-9b9b-0f3d4f1f0c55\",\"amount\":\"100.00\"}");

	private final AtomicLong keys = new AtomicLong();

	private final String run = UUID.randomUUID().toString();

	private CombiningDriver() {
	}

	public static void main(String[] arguments) {
		System.exit(new CombiningDriver().run(arguments) ? 0 : 1);
	}

	private boolean run(String[] arguments) {
		try (TestDatabase database = TestDatabase.create();
				HikariDataSource ledger = Pools.create(database, "combined", 4);
				HikariDataSource pool = Pools.create(database, "one-by-one", Comparison.POOL);
				PostgresStoragePlugin combined = PostgresStoragePlugin.create(ledger, PostgresSettings.defaults())) {
			combined.prepare();
			ClaimStore oneByOne = oneByOne(pool);
			Comparison.describe(pool);
			Comparison comparison = new Comparison(arguments, (caller) -> call(combined), (caller) -> call(oneByOne));
			comparison.warmUp(CALLERS);
			double throughput = comparison.throughput(CALLERS);
			boolean fast = Comparison.verdict("throughput ratio", throughput, throughput >= TARGET_THROUGHPUT,
					"at least " + TARGET_THROUGHPUT);
			double latency = comparison.latency();
			return Comparison.verdict("latency ratio", latency, latency <= TARGET_LATENCY, "at most " + TARGET_LATENCY)
					&& fast;
		}
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

}
