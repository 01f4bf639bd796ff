package io.istos.verification.combining;

import java.time.Duration;
import java.util.UUID;

import com.zaxxer.hikari.HikariDataSource;

import io.istos.storage.Acquisition;
import io.istos.storage.LeaseRelease;
import io.istos.storage.LeaseRequest;
import io.istos.storage.LeaseStore;
import io.istos.storage.ScopeKey;
import io.istos.storage.postgres.PostgresSettings;
import io.istos.storage.postgres.PostgresStoragePlugin;
import io.istos.testing.TestDatabase;
import io.istos.verification.Pools;

/**
 * Compares acquisitions and releases of leases through the PostgreSQL adapter with the
 * same statements sent one by one: throughput of 1, 16 and 64 callers, each on a scope of
 * its own, and latency of a lone one. A call is an acquisition and its release.
 * Arguments: seconds per round (3), rounds (7). Ends with 1 if a target is missed.
 */
public final class LeaseDriver {

	private static final int CALLERS = 64;

	private static final double TARGET_THROUGHPUT = 1;

	private static final double TARGET_LATENCY = 1.2;

	private LeaseDriver() {
	}

	public static void main(String[] arguments) {
		System.exit(run(arguments) ? 0 : 1);
	}

	private static boolean run(String[] arguments) {
		try (TestDatabase database = TestDatabase.create();
				HikariDataSource ledger = Pools.create(database, "combined", 4);
				HikariDataSource pool = Pools.create(database, "one-by-one", Comparison.POOL);
				PostgresStoragePlugin combined = PostgresStoragePlugin.create(ledger, PostgresSettings.defaults())) {
			combined.prepare();
			LeaseStore oneByOne = oneByOne(pool);
			Comparison.describe(pool);
			Comparison comparison = new Comparison(arguments, (caller) -> call(combined, caller),
					(caller) -> call(oneByOne, caller));
			comparison.warmUp(CALLERS);
			comparison.throughput(1);
			comparison.throughput(16);
			double throughput = comparison.throughput(CALLERS);
			boolean fast = Comparison.verdict("throughput ratio", throughput, throughput >= TARGET_THROUGHPUT,
					"at least " + TARGET_THROUGHPUT);
			double latency = comparison.latency();
			return Comparison.verdict("latency ratio", latency, latency <= TARGET_LATENCY, "at most " + TARGET_LATENCY)
					&& fast;
		}
	}

	private static LeaseStore oneByOne(HikariDataSource pool) {
		StatementRecorder recorder = new StatementRecorder(pool);
		try (PostgresStoragePlugin lone = PostgresStoragePlugin.create(pool, recorder, PostgresSettings.defaults())) {
			LeaseRequest request = request(0);
			Acquisition acquisition = lone.acquire(request);
			String acquireSql = recorder.last();
			lone.releaseLease(release(request, acquisition));
			return new OneByOneLeaseStore(pool, acquireSql, recorder.last());
		}
	}

	private static void call(LeaseStore store, int caller) {
		LeaseRequest request = request(caller);
		LeaseRelease.Answer answer = store.releaseLease(release(request, store.acquire(request)));
		if (answer != LeaseRelease.Answer.RELEASED) {
			throw new IllegalStateException("Not released: " + answer);
		}
	}

	private static LeaseRequest request(int caller) {
		return new LeaseRequest(new ScopeKey("", "scope-" + caller), UUID.randomUUID(), Duration.ofSeconds(30),
				"driver");
	}

	private static LeaseRelease release(LeaseRequest request, Acquisition acquisition) {
		if (acquisition.granted() == null) {
			throw new IllegalStateException("Not granted: " + acquisition);
		}
		return new LeaseRelease(request.token(acquisition.granted().epoch()), Duration.ZERO);
	}

}
