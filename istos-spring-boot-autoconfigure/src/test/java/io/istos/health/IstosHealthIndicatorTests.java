package io.istos.health;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

import io.istos.StorageUnavailableException;
import io.istos.engine.EngineStatus;
import io.istos.storage.LedgerStatus;
import io.istos.storage.OperatorStore;
import io.istos.storage.StorageSetupException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.then;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.times;

/**
 * What the health says of the answers of store and engine.
 */
@Timeout(60)
class IstosHealthIndicatorTests {

	private static final EngineStatus FINE = new EngineStatus(3, 2, 1, List.of(), Duration.ZERO, 0);

	private final OperatorStore store = mock(OperatorStore.class);

	private final CountDownLatch asked = new CountDownLatch(1);

	private final CountDownLatch answer = new CountDownLatch(1);

	private EngineStatus engine = FINE;

	private StoreProbe probe = new StoreProbe(this.store, Duration.ofSeconds(30));

	@AfterEach
	void close() {
		this.answer.countDown();
		this.probe.close();
	}

	@Test
	void upWithWhatThereIsToTell() {
		given(this.store.status()).willAnswer((call) -> new LedgerStatus(1, Instant.now().plusSeconds(3600), null));
		Health health = health();
		assertThat(health.getStatus()).isEqualTo(Status.UP);
		assertThat(health.getDetails()).containsOnlyKeys("store", "schemaVersion", "clockDifference", "runningCalls",
				"heldClaims", "heldLeases", "renewalDelay");
		assertThat(health.getDetails()).containsEntry("schemaVersion", 1)
			.containsEntry("runningCalls", 3)
			.containsEntry("heldClaims", 2)
			.containsEntry("heldLeases", 1)
			.containsEntry("renewalDelay", "0s");
		assertThat(health.getDetails().get("clockDifference").toString()).isIn("59m59s", "1h");
	}

	@Test
	void whatIsAbandonedIsADetail() {
		given(this.store.status()).willAnswer((call) -> {
			Instant now = Instant.now();
			return new LedgerStatus(1, now, now.minus(Duration.ofMinutes(90)));
		});
		Health health = health();
		assertThat(health.getStatus()).isEqualTo(Status.UP);
		assertThat(health.getDetails()).containsEntry("oldestAbandoned", "1h30m");
	}

	@Test
	void aStoreThatCanNotBeAskedIsDownAndNothingSensitiveIsTold() {
		given(this.store.status()).willThrow(new StorageUnavailableException("Could not ask: db.internal:5432 refused",
				new SQLException("db.internal:5432 refused user shop", "08001"), StorageUnavailableException.SOON));
		assertThat(reason()).endsWith("does not answer (SQLSTATE 08001)")
			.doesNotContain("db.internal")
			.doesNotContain("shop");
	}

	@Test
	void aFailureWithoutSqlIsNamed() {
		given(this.store.status()).willThrow(new IllegalStateException("secret"));
		assertThat(reason()).endsWith("does not answer (java.lang.IllegalStateException)").doesNotContain("secret");
	}

	@Test
	void aDamagedSchemaIsToldAsAtStartUp() {
		given(this.store.status()).willThrow(new StorageSetupException(
				"Table istos_lease lacks its primary key (namespace,scope) in schema 'istos'.", "CREATE ...", null));
		assertThat(reason()).endsWith("Table istos_lease lacks its primary key (namespace,scope) in schema 'istos'.")
			.doesNotContain("CREATE");
	}

	@Test
	void aMissingTableIsNamed() {
		given(this.store.status()).willThrow(new StorageUnavailableException(
				"Could not ask: ERROR: relation \"istos.istos_lease\" does not exist (SQLSTATE 42P01)",
				new SQLException("relation", "42P01"), StorageUnavailableException.SOON));
		assertThat(reason()).contains("istos.istos_lease");
	}

	@Test
	void aDeadThreadIsNamed() {
		given(this.store.status()).willReturn(new LedgerStatus(1, Instant.now(), null));
		this.engine = new EngineStatus(0, 1, 0, List.of("istos-renewal"), Duration.ofSeconds(1), 0);
		assertThat(reason()).contains("istos-renewal");
	}

	@Test
	void aDelayThatALeaseSurvivesIsADetail() {
		given(this.store.status()).willReturn(new LedgerStatus(1, Instant.now(), null));
		this.engine = new EngineStatus(0, 1, 0, List.of(), Duration.ofMinutes(2), 0);
		assertThat(health().getStatus()).isEqualTo(Status.UP);
		assertThat(health().getDetails()).containsEntry("renewalDelay", "2m");
	}

	@Test
	void storeAndThreadsAndRenewalsAreAllTold() {
		given(this.store.status()).willThrow(new IllegalStateException());
		this.engine = new EngineStatus(0, 7, 0, List.of("istos-renewal", "istos-lease-watch"), Duration.ofMinutes(1),
				7);
		assertThat(reason()).contains("does not answer", "istos-renewal, istos-lease-watch", "7 claims or leases");
		assertThat(health().getDetails()).containsEntry("heldClaims", 7);
	}

	@Test
	void aStoreThatHangsIsDownInTimeAndAskedOnce() {
		hang(Duration.ofMillis(200));
		long start = System.nanoTime();
		assertThat(reason()).contains("has not answered for");
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isBetween(Duration.ofMillis(200),
				Duration.ofSeconds(20));
		for (int i = 0; i < 50; i++) {
			assertThat(reason()).contains("has not answered for");
		}
		then(this.store).should(times(1)).status();
		assertThat(threads()).isOne();
	}

	@Test
	void aLateQuestionIsNotWaitedFor() {
		hang(Duration.ofMillis(200));
		health();
		long start = System.nanoTime();
		for (int i = 0; i < 200; i++) {
			health();
		}
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(20));
	}

	@Test
	void isUpAgainOnceTheStoreAnswers() {
		hang(Duration.ofMillis(100));
		assertThat(health().getStatus()).isEqualTo(Status.DOWN);
		this.answer.countDown();
		await().until(() -> health().getStatus().equals(Status.UP));
	}

	@Test
	void whoAsksMeanwhileGetsTheSameAnswer() throws Exception {
		hang(Duration.ofSeconds(30));
		ExecutorService probes = Executors.newFixedThreadPool(5);
		try {
			List<Future<Health>> answers = IntStream.range(0, 5).mapToObj((i) -> probes.submit(this::health)).toList();
			assertThat(this.asked.await(20, TimeUnit.SECONDS)).isTrue();
			await().until(() -> waiting() == 5);
			this.answer.countDown();
			for (Future<Health> answered : answers) {
				assertThat(answered.get().getStatus()).isEqualTo(Status.UP);
			}
			then(this.store).should(times(1)).status();
		}
		finally {
			probes.shutdownNow();
		}
	}

	@Test
	void leavesNoThreadBehind() throws Exception {
		hang(Duration.ofMillis(10));
		health();
		assertThat(this.asked.await(20, TimeUnit.SECONDS)).isTrue();
		this.probe.close();
		await().until(() -> threads() == 0);
		assertThat(reason()).contains("shut down");
	}

	private void hang(Duration timeout) {
		this.probe.close();
		this.probe = new StoreProbe(this.store, timeout);
		given(this.store.status()).willAnswer((call) -> {
			this.asked.countDown();
			this.answer.await();
			return new LedgerStatus(1, Instant.now(), null);
		});
	}

	private String reason() {
		Health health = health();
		assertThat(health.getStatus()).isEqualTo(Status.DOWN);
		return String.valueOf(health.getDetails().get("reason"));
	}

	private Health health() {
		return new IstosHealthIndicator(this.probe, () -> this.engine).health();
	}

	private static long threads() {
		return Thread.getAllStackTraces().keySet().stream().filter((t) -> t.getName().equals("istos-health")).count();
	}

	private static long waiting() {
		return Thread.getAllStackTraces()
			.values()
			.stream()
			.filter((stack) -> Arrays.stream(stack)
				.anyMatch((frame) -> frame.getClassName().equals(StoreProbe.class.getName())
						&& frame.getMethodName().equals("await")))
			.count();
	}

}
