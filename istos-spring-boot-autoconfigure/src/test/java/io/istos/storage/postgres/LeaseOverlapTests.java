package io.istos.storage.postgres;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import io.istos.InvalidKeyException;
import io.istos.StorageUnavailableException;
import io.istos.UnstorableResultException;
import io.istos.storage.Acquisition;
import io.istos.storage.LeaseRelease;
import io.istos.storage.LeaseRenewal;
import io.istos.storage.LeaseRequest;
import io.istos.storage.LeaseToken;
import io.istos.storage.ScopeKey;
import io.istos.storage.StoragePlugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * As {@link OverlapTests}, for leases.
 */
class LeaseOverlapTests {

	private static final int CALLERS = CrowdedLedger.CALLERS;

	@Test
	void sixtyFourCallersTakeFewStatements() throws Exception {
		try (CrowdedLedger crowd = new CrowdedLedger(PostgresStoragePlugin::waitingAcquisitions)) {
			Leases leases = new Leases(crowd.ledger);
			assertThat(crowd.together(calls(CALLERS, (i) -> () -> leases.isGranted(Leases.scope()))))
				.allSatisfy((future) -> assertThat(future.get()).isTrue());
			assertThat(crowd.statements()).isEqualTo(1);
		}
	}

	@Test
	void rivalsForOneScopeDoNotTravelTogether() throws Exception {
		try (CrowdedLedger crowd = new CrowdedLedger(PostgresStoragePlugin::waitingAcquisitions)) {
			Leases leases = new Leases(crowd.ledger);
			ScopeKey scope = Leases.scope();
			List<Boolean> granted = new ArrayList<>();
			for (Future<Boolean> answer : crowd.together(calls(4, (i) -> () -> leases.isGranted(scope)))) {
				granted.add(answer.get());
			}
			assertThat(granted).containsOnlyOnce(true);
			assertThat(crowd.statements()).isEqualTo(4);
		}
	}

	@Test
	void oneItemThatTheDatabaseRefusesFailsAlone() throws Exception {
		try (CrowdedLedger crowd = new CrowdedLedger(PostgresStoragePlugin::waitingAcquisitions)) {
			crowd.ledger.jdbc.execute("ALTER TABLE istos.istos_lease ADD CONSTRAINT bad CHECK (scope <> 'bad')");
			Leases leases = new Leases(crowd.ledger);
			List<Future<Boolean>> answers = crowd.together(calls(CALLERS,
					(i) -> () -> leases.isGranted((i != 33) ? Leases.scope() : new ScopeKey("", "bad"))));
			for (int i = 0; i < CALLERS; i++) {
				if (i != 33) {
					assertThat(answers.get(i).get()).isTrue();
				}
			}
			assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> answers.get(33).get())
				.withCauseInstanceOf(StorageUnavailableException.class)
				.withStackTraceContaining("23514")
				.withStackTraceContaining("scope 'bad'");
		}
	}

	private static <T> List<Callable<T>> calls(int count, java.util.function.IntFunction<Callable<T>> call) {
		return IntStream.range(0, count).mapToObj(call).toList();
	}

	@Test
	void whatCannotBeStoredNeverTravels() {
		try (Ledger ledger = Ledger.create()) {
			Leases leases = new Leases(ledger);
			for (String bad : List.of("a\0b", "a\ud800", "\udc00b", "\ud800\ud800")) {
				assertThatExceptionOfType(InvalidKeyException.class).isThrownBy(() -> new ScopeKey("", bad));
				assertThatExceptionOfType(InvalidKeyException.class).isThrownBy(() -> new ScopeKey(bad, "scope"));
				LeaseToken token = leases.acquired(Leases.scope());
				ledger.inTransaction((transaction) -> {
					assertThatExceptionOfType(UnstorableResultException.class)
						.isThrownBy(() -> ledger.plugin.fence(List.of(Leases.checkpoint(token, bad)), transaction))
						.withMessageContaining(token.key().scope());
					ledger.plugin.fence(List.of(Leases.checkpoint(token, "1")), transaction);
					return token;
				});
				assertThat(leases.row(token.key())).containsEntry("state", "1");
			}
		}
	}

	@Test
	void everyTextSurvivesABatch() throws Exception {
		try (Ledger ledger = Ledger.create()) {
			StringBuilder every = new StringBuilder("\ud83d\ude00 \"\\/' { } $1 ? :x %s \u2028 \uffff");
			for (char c = 1; c < 0x180; c++) {
				every.append(c);
			}
			ScopeKey scope = new ScopeKey("n" + every.substring(0, 90), every.toString());
			Leases leases = new Leases(ledger);
			LeaseRequest request = new LeaseRequest(scope, Leases.request(scope).owner(), Leases.TTL, every.toString());
			assertThat(leases.acquireTogether(request, Leases.request(Leases.scope())))
				.allSatisfy((answer) -> assertThat(answer.orElseThrow().granted()).isNotNull());
			assertThat(leases.isGranted(scope)).isFalse();
			assertThat(leases.row(scope)).containsEntry("instance", every.toString());
		}
	}

	@Test
	void oneOwnerTokenForTwoScopes() throws Exception {
		try (Ledger ledger = Ledger.create()) {
			LeaseRequest one = Leases.request(Leases.scope());
			LeaseRequest two = new LeaseRequest(Leases.scope(), one.owner(), Leases.TTL, null);
			Leases leases = new Leases(ledger);
			assertThat(leases.acquireTogether(one, two)).hasSize(2)
				.allSatisfy((answer) -> assertThat(answer.orElseThrow().granted()).isNotNull());
		}
	}

	@Test
	void manyRenewalsAreAnsweredInOrder() throws Exception {
		try (Ledger ledger = Ledger.create()) {
			ledger.jdbc.update("INSERT INTO istos.istos_lease (scope, epoch, owner, deadline) "
					+ "SELECT 's' || n, n, gen_random_uuid(), clock_timestamp() + interval '1 h' FROM generate_series(1, 2500) n");
			List<LeaseToken> tokens = ledger.jdbc.query(
					"SELECT scope, owner, epoch FROM istos.istos_lease ORDER BY random()",
					(row, n) -> new LeaseToken(new ScopeKey("", row.getString(1)),
							row.getObject(2, java.util.UUID.class), row.getLong(3)));
			ledger.jdbc.update("UPDATE istos.istos_lease SET deadline = clock_timestamp() WHERE epoch % 3 = 0");
			List<LeaseRenewal.Answer> expected = tokens.stream()
				.map((token) -> (token.epoch() % 3 == 0) ? LeaseRenewal.Answer.EXPIRED : LeaseRenewal.Answer.RENEWED)
				.toList();
			assertThat(ledger.plugin.renewLeases(tokens.stream().map(Leases::renewal).toList())).isEqualTo(expected);
		}
	}

	/**
	 * Sorted, and never waiting: neither alone keeps overlapping batches from deadlocks.
	 */
	@Test
	void overlappingBatchesOfTwoNodesDontDeadlock() throws Exception {
		try (Ledger ledger = Ledger.create(); PostgresStoragePlugin other = ledger.anotherPlugin()) {
			List<ScopeKey> scopes = IntStream.range(0, 12).mapToObj((i) -> Leases.scope()).toList();
			AtomicLong acquired = new AtomicLong();
			ExecutorService threads = Executors.newFixedThreadPool(24);
			List<Future<?>> workers = new ArrayList<>();
			for (int i = 0; i < 24; i++) {
				StoragePlugin node = (i % 2 == 0) ? ledger.plugin : other;
				workers.add(threads.submit(() -> {
					for (int n = 0; n < 200; n++) {
						work(ledger, node, scopes, acquired);
					}
				}));
			}
			for (Future<?> worker : workers) {
				worker.get();
			}
			threads.shutdown();
			assertThat(acquired.get()).isGreaterThan(100);
			assertThat(ledger.jdbc.queryForObject(
					"SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()", Long.class))
				.isZero();
		}
	}

	private static void work(Ledger ledger, StoragePlugin node, List<ScopeKey> scopes, AtomicLong acquired) {
		List<LeaseToken> held = new ArrayList<>();
		for (int i = 0; i < 2; i++) {
			ScopeKey scope = scopes.get(ThreadLocalRandom.current().nextInt(scopes.size()));
			LeaseRequest request = Leases.request(scope, Duration.ofSeconds(30));
			Acquisition.Granted granted = node.acquire(request).granted();
			if (granted != null) {
				held.add(request.token(granted.epoch()));
			}
		}
		acquired.addAndGet(held.size());
		node.renewLeases(held.stream().map(Leases::renewal).toList());
		if (!held.isEmpty() && ThreadLocalRandom.current().nextInt(4) == 0) {
			ledger.inTransaction((transaction) -> {
				node.fence(held.stream().map((token) -> Leases.checkpoint(token, "1")).toList(), transaction);
				return held;
			});
		}
		for (LeaseToken token : held) {
			assertThat(Leases.releaseOnceUnlocked(node, token)).isEqualTo(LeaseRelease.Answer.RELEASED);
		}
	}

}
