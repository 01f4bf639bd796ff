package io.istos.engine;

import java.time.Duration;
import java.util.UUID;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.transaction.TransactionSystemException;

import io.istos.Boundary;
import io.istos.CompletionUncertainException;
import io.istos.OnFailure;
import io.istos.StorageUnavailableException;
import io.istos.storage.ClaimKey;
import io.istos.storage.ClaimRequest;
import io.istos.storage.ClaimState;
import io.istos.storage.TakeOver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * A store that fails, before or after a step took effect: nothing runs unprotected, and
 * nothing is lost.
 */
class FaultTests {

	private static final StorageUnavailableException DOWN = new StorageUnavailableException("down", null,
			StorageUnavailableException.SOON);

	private final Faults faults = new Faults();

	private Ledger ledger;

	private DurableOperation<String> operation;

	@BeforeEach
	void open() {
		this.ledger = new Ledger.Options().plugin(this.faults::around).create();
		this.operation = this.ledger.define("operation", DurableOptions.defaults());
	}

	@AfterEach
	void close() {
		this.ledger.close();
	}

	@Test
	void storeThatIsDownMeansThatTheMethodDoesNotRun() {
		this.faults.before("claimProcessed", DOWN);
		assertThatExceptionOfType(StorageUnavailableException.class).isThrownBy(() -> call("down"))
			.satisfies((ex) -> assertThat(ex.retryAfter()).isPositive());
		assertThat(this.ledger.runs).hasValue(0);
	}

	@Test
	void claimWhoseAnswerWasLostIsReleasedByItsToken() {
		this.faults.after("claimProcessed", DOWN).before("releaseClaim", DOWN);
		assertThatExceptionOfType(StorageUnavailableException.class).isThrownBy(() -> call("ambiguous"));
		assertThat(this.ledger.state("ambiguous")).isEqualTo("C");
		await().untilAsserted(() -> assertThat(this.ledger.state("ambiguous")).isEqualTo("F"));
		assertThat(this.faults.isSpent()).isTrue();
		assertThat(this.ledger.runs).hasValue(0);
	}

	@Test
	void completionIsTriedAgainWithItsToken() throws Exception {
		this.faults.after("markProcessed", DOWN).before("markProcessed", DOWN);
		assertThat(call("retried")).isEqualTo("result 1");
		assertThat(call("retried")).isEqualTo("result 1");
		assertThat(this.ledger.rows("retried")).isEqualTo(1);
	}

	@Test
	void completionThatCannotBeWrittenReachesTheCallerAndKeepsTheClaim() {
		EngineSettings impatient = new EngineSettings("", "test", Boundary.AUTO, Ledger.LEASE, Duration.ofDays(1),
				Duration.ofMillis(1), Duration.ofSeconds(1),
				new EngineSettings.Purge(false, Duration.ofDays(1), 1, Duration.ZERO));
		Faults failing = new Faults();
		for (int i = 0; i < 10; i++) {
			failing.before("markProcessed", DOWN);
		}
		try (Ledger other = new Ledger.Options().plugin(failing::around).settings(impatient).create()) {
			DurableOperation<String> uncertain = other.define("uncertain", DurableOptions.defaults());
			assertThatExceptionOfType(CompletionUncertainException.class)
				.isThrownBy(() -> uncertain.call("uncertain", null, () -> other.book("uncertain")))
				.withCause(DOWN)
				.satisfies((ex) -> assertThat(ex.retryAfter()).isEqualTo(Ledger.LEASE));
			assertThat(other.state("uncertain")).isEqualTo("C");
			assertThat(Engines.heldClaims(other.operations)).isEmpty();
		}
	}

	// Managers commit after a transaction exception from beforeCommit.
	@Test
	void transactionExceptionOfTheStoreDoesNotCommitRows() throws Exception {
		DurableOperation<String> own = this.ledger.inOwnTransaction("own");
		this.faults.before("markProcessed", new TransactionSystemException("store"));
		assertThatExceptionOfType(StorageUnavailableException.class)
			.isThrownBy(() -> own.call("vetoed", null, () -> this.ledger.book("vetoed")));
		assertThat(this.ledger.rows("vetoed")).isZero();
		assertThat(this.ledger.state("vetoed")).isEqualTo("F");
	}

	@Test
	void failureArrivesAsThrownAlthoughTheReleaseFails() {
		IllegalStateException failure = new IllegalStateException("body");
		this.faults.before("releaseClaim", DOWN);
		assertThatIllegalStateException().isThrownBy(() -> this.operation.call("release", null, () -> {
			throw failure;
		})).isSameAs(failure);
		await().untilAsserted(() -> assertThat(this.ledger.state("release")).isEqualTo("F"));
	}

	@Test
	void failureArrivesAsThrownAlthoughItsRecordingFails() {
		DurableOperation<String> recording = this.ledger.define("recording",
				DurableOptions.defaults().withFailures(FailureRules.of(OnFailure.RECORD)));
		this.faults.before("markProcessed", new IllegalArgumentException("bad data"));
		assertThatIllegalStateException().isThrownBy(() -> recording.call("record", null, () -> {
			throw new IllegalStateException("body");
		})).withMessage("body").satisfies((ex) -> assertThat(ex.getSuppressed()).hasSize(1));
		assertThat(this.ledger.state("record")).isEqualTo("C");
	}

	@Test
	void interruptedBodyStillReleases() {
		Threads.run(() -> {
			assertThatExceptionOfType(InterruptedException.class)
				.isThrownBy(() -> this.operation.call("interrupted", null, () -> {
					Thread.currentThread().interrupt();
					throw new InterruptedException("cancelled");
				}));
			assertThat(Thread.currentThread().isInterrupted()).isTrue();
		});
		assertThat(this.ledger.state("interrupted")).isEqualTo("F");
	}

	@Test
	void interruptedBodyStillCompletes() {
		Threads.run(() -> {
			AbstractTransactionTests.unchecked(() -> this.operation.call("interrupted-done", null, () -> {
				Thread.currentThread().interrupt();
				return "done";
			}));
			assertThat(Thread.currentThread().isInterrupted()).isTrue();
		});
		assertThat(this.ledger.state("interrupted-done")).isEqualTo("D");
	}

	@Test
	void errorStillReleases() {
		assertThatExceptionOfType(StackOverflowError.class).isThrownBy(() -> this.operation.call("error", null, () -> {
			throw new StackOverflowError();
		}));
		assertThat(this.ledger.state("error")).isEqualTo("F");
	}

	@Test
	void claimThatIsContendedIsNotRun() throws Exception {
		ClaimRequest rival = new ClaimRequest(new ClaimKey("", "operation", "rival"), UUID.randomUUID(), null,
				Duration.ofMinutes(1), TakeOver.LAPSED, null, null);
		assertThat(this.ledger.postgres.claimProcessed(rival).state()).isEqualTo(ClaimState.CLAIMED);
		assertThatExceptionOfType(io.istos.InFlightException.class).isThrownBy(() -> call("rival"))
			.satisfies((ex) -> assertThat(ex.retryAfter()).isBetween(Duration.ofMillis(100), Duration.ofMinutes(1)));
	}

	private String call(String key) throws Exception {
		return this.operation.call(key, null, () -> this.ledger.book(key));
	}

}
