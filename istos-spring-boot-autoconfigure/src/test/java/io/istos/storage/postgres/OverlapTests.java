package io.istos.storage.postgres;

import java.sql.Connection;
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
import io.istos.storage.Claim;
import io.istos.storage.ClaimKey;
import io.istos.storage.ClaimRequest;
import io.istos.storage.ClaimState;
import io.istos.storage.ClaimToken;
import io.istos.storage.Outcome;
import io.istos.storage.Release;
import io.istos.storage.Renewal;
import io.istos.storage.StoragePlugin;
import io.istos.storage.TakeOver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Many callers whose items travel together.
 */
class OverlapTests {

	private static final int CALLERS = CrowdedLedger.CALLERS;

	@Test
	void sixtyFourCallersTakeFewStatements() throws Exception {
		try (CrowdedLedger crowd = new CrowdedLedger(PostgresStoragePlugin::waitingClaims)) {
			List<Callable<ClaimState>> calls = new ArrayList<>();
			for (int i = 0; i < CALLERS; i++) {
				calls.add(() -> crowd.ledger.claim(Ledger.request(Ledger.key())).state());
			}
			assertThat(crowd.together(calls)).hasSize(CALLERS)
				.allSatisfy((future) -> assertThat(future.get()).isEqualTo(ClaimState.CLAIMED));
			assertThat(crowd.statements()).isEqualTo(1);
		}
	}

	@Test
	void oneItemThatTheDatabaseRefusesFailsAlone() throws Exception {
		try (CrowdedLedger crowd = new CrowdedLedger(PostgresStoragePlugin::waitingClaims)) {
			crowd.ledger.jdbc.execute("ALTER TABLE istos.istos_idempotency ADD CONSTRAINT bad CHECK (key <> 'bad')");
			List<Callable<ClaimState>> calls = new ArrayList<>();
			for (int i = 0; i < CALLERS; i++) {
				ClaimKey key = (i != 33) ? Ledger.key() : new ClaimKey("", Ledger.OPERATION, "bad");
				calls.add(() -> crowd.ledger.claim(Ledger.request(key)).state());
			}
			List<Future<ClaimState>> answers = crowd.together(calls);
			for (int i = 0; i < CALLERS; i++) {
				if (i != 33) {
					assertThat(answers.get(i).get()).isEqualTo(ClaimState.CLAIMED);
				}
			}
			assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> answers.get(33).get())
				.withCauseInstanceOf(StorageUnavailableException.class)
				.withStackTraceContaining("23514");
		}
	}

	@Test
	void whatCannotBeStoredNeverTravels() {
		try (Ledger ledger = Ledger.create()) {
			for (String bad : List.of("a\0b", "a\ud800", "\udc00b", "\ud800\ud800")) {
				assertThatExceptionOfType(InvalidKeyException.class)
					.isThrownBy(() -> new ClaimKey("", Ledger.OPERATION, bad));
				ClaimRequest request = Ledger.request(Ledger.key());
				assertThatIllegalArgumentException().isThrownBy(() -> ledger.claim(new ClaimRequest(request.key(),
						request.owner(), bad, Ledger.LONG, TakeOver.LAPSED, null, null)));
				ClaimToken token = ledger.claimed(request.key());
				assertThatExceptionOfType(UnstorableResultException.class)
					.isThrownBy(() -> ledger.plugin.markProcessed(Ledger.completion(token, bad)));
				assertThatIllegalArgumentException().isThrownBy(() -> ledger.plugin.log("", "key", bad, null));
				assertThat(ledger.plugin.releaseClaim(new Release(token, Release.Target.HELD, bad, Ledger.RETENTION)))
					.isEqualTo(Release.Answer.RELEASED);
			}
			assertThatIllegalArgumentException()
				.isThrownBy(() -> Ledger.request(Ledger.key(), Duration.ofDays(365_000), TakeOver.LAPSED));
		}
	}

	@Test
	void everyTextSurvivesABatch() throws Exception {
		try (Ledger ledger = Ledger.create(); Connection connection = ledger.database.dataSource().getConnection()) {
			StringBuilder every = new StringBuilder("\ud83d\ude00 \"\\/' { } $1 ? :x %s \u2028 \uffff");
			for (char c = 1; c < 0x180; c++) {
				every.append(c);
			}
			ClaimToken one = ledger
				.claimed(new ClaimKey("n" + every.substring(0, 90), "o" + every.substring(0, 90), every.toString()));
			ClaimToken two = ledger.claimed(Ledger.key());
			StepStatement.own(Steps.COMPLETE, new Sql(PostgresSettings.defaults()))
				.execute(connection, List.of(Ledger.completion(two, "null"), Ledger.completion(one, every.toString())));
			assertThat(ledger.plugin.checkProcessed(one.key()))
				.contains(new Outcome(Outcome.Kind.RESULT, every.toString()));
			assertThat(ledger.plugin.checkProcessed(two.key())).contains(new Outcome(Outcome.Kind.RESULT, "null"));
		}
	}

	/**
	 * Sorted, and never waiting: neither alone keeps overlapping batches from deadlocks.
	 */
	@Test
	void overlappingBatchesOfTwoNodesDontDeadlock() throws Exception {
		try (Ledger ledger = Ledger.create(); PostgresStoragePlugin other = ledger.anotherPlugin()) {
			List<ClaimKey> keys = IntStream.range(0, 12).mapToObj((i) -> Ledger.key()).toList();
			AtomicLong runs = new AtomicLong();
			AtomicLong completed = new AtomicLong();
			ExecutorService threads = Executors.newFixedThreadPool(24);
			List<Future<?>> workers = new ArrayList<>();
			for (int i = 0; i < 24; i++) {
				StoragePlugin node = (i % 2 == 0) ? ledger.plugin : other;
				workers.add(threads.submit(() -> {
					for (int n = 0; n < 250; n++) {
						work(ledger, node, keys.get(ThreadLocalRandom.current().nextInt(keys.size())), runs, completed);
					}
				}));
			}
			for (Future<?> worker : workers) {
				worker.get();
			}
			threads.shutdown();
			assertThat(runs.get()).isGreaterThan(100);
			assertThat(ledger.plugin.getLog("", Ledger.OPERATION, 10_000)).hasSize(completed.intValue());
			assertThat(ledger.jdbc.queryForObject(
					"SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()", Long.class))
				.isZero();
		}
	}

	private static void work(Ledger ledger, StoragePlugin node, ClaimKey key, AtomicLong runs, AtomicLong completed) {
		ClaimRequest request = Ledger.request(key, Duration.ofSeconds(30), TakeOver.LAPSED);
		Claim claim = node.claimProcessed(request);
		if (claim.state() != ClaimState.CLAIMED) {
			return;
		}
		runs.incrementAndGet();
		ClaimToken token = request.token(claim.epoch());
		node.renewClaims(List.of(new Renewal(token, Ledger.LONG)));
		if (ThreadLocalRandom.current().nextInt(4) > 0) {
			assertThat(releaseOnceUnlocked(node, Ledger.release(token))).isEqualTo(Release.Answer.RELEASED);
		}
		else {
			assertThat(node.markProcessed(Ledger.completion(token, "1"))).isTrue();
			completed.incrementAndGet();
			ledger.jdbc.update("DELETE FROM istos.istos_idempotency WHERE key = ? AND state = 'D'", key.key());
		}
	}

	/**
	 * A rival that saw the row while it was free has it locked until its own batch ends.
	 */
	private static Release.Answer releaseOnceUnlocked(StoragePlugin node, Release release) {
		Release.Answer answer = node.releaseClaim(release);
		while (answer == Release.Answer.LOCKED) {
			answer = node.releaseClaim(release);
		}
		return answer;
	}

}
