package io.istos.storage.postgres;

import java.util.List;
import java.util.Objects;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.istos.StorageUnavailableException;
import io.istos.storage.Claim;
import io.istos.storage.ClaimKey;
import io.istos.storage.ClaimRequest;
import io.istos.storage.ClaimState;
import io.istos.storage.ClaimToken;
import io.istos.storage.Outcome;
import io.istos.storage.Release;
import io.istos.storage.Renewal;
import io.istos.storage.TakeOver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What fails before or after the server ran a statement: retried when that may help, told
 * when not, and never a key that nobody can get at.
 */
class FaultTests extends AbstractFaultTests {

	@ParameterizedTest
	@MethodSource("retried")
	void everyStepIsRetriedWithTheSameToken(String state, boolean afterwards) {
		ClaimRequest request = Ledger.request(Ledger.key());
		faults.fail(state, afterwards);
		Claim claim = ledger.claim(request);
		assertThat(claim.state()).isEqualTo(ClaimState.CLAIMED);
		assertThat(claim.attempts()).isOne();
		ClaimToken token = request.token(claim.epoch());
		faults.fail(state, afterwards);
		assertThat(ledger.renew(token)).isEqualTo(Renewal.Answer.RENEWED);
		faults.fail(state, afterwards);
		assertThat(ledger.plugin.markProcessed(Ledger.completion(token, "1"))).isTrue();
		faults.fail(state, afterwards);
		assertThat(ledger.plugin.checkProcessed(request.key())).isPresent();
		assertThat(ledger.plugin.getLog("", Ledger.OPERATION, 1000))
			.filteredOn((entry) -> request.key().key().equals(entry.idempotencyKey()))
			.hasSize(1);
	}

	@ParameterizedTest
	@MethodSource("retried")
	void aReleaseIsRetried(String state, boolean afterwards) {
		ClaimToken token = ledger.claimed(Ledger.key());
		faults.fail(state, afterwards);
		assertThat(ledger.plugin.releaseClaim(Ledger.release(token))).isIn(Release.Answer.RELEASED,
				Release.Answer.NOT_OURS);
		assertThat(ledger.claim(Ledger.request(token.key())).attempts()).isEqualTo(2);
	}

	@ParameterizedTest
	@MethodSource("told")
	void anyOtherFailureIsToldAndTheKeyStaysReachable(String state, boolean afterwards) {
		ClaimRequest request = Ledger.request(Ledger.key());
		faults.fail(state, afterwards);
		assertUnavailable(state, "claim", () -> ledger.claim(request));
		assertThat(ledger.plugin.releaseClaim(Ledger.release(request.token(ClaimToken.UNKNOWN_EPOCH))))
			.isIn(Release.Answer.RELEASED, Release.Answer.NOT_OURS);
		ClaimToken token = ledger.claimed(request.key());
		faults.fail(state, afterwards);
		assertUnavailable(state, "renew", () -> ledger.renew(token));
		faults.fail(state, afterwards);
		assertUnavailable(state, "complete", () -> ledger.plugin.markProcessed(Ledger.completion(token, "1")));
		assertThat(ledger.plugin.markProcessed(Ledger.completion(token, "1"))).isTrue();
		faults.fail(state, afterwards);
		assertUnavailable(state, "release", () -> ledger.plugin.releaseClaim(Ledger.release(token)));
		assertThat(ledger.plugin.releaseClaim(Ledger.release(token))).isEqualTo(Release.Answer.COMPLETED);
	}

	@Test
	void aRepeatedTakeOverStillTellsWhatItTookOver() {
		ClaimKey key = Ledger.key();
		ledger.claimed(key, Ledger.SHORT);
		ledger.awaitLapse(key);
		faults.fail("08006", true);
		Claim claim = ledger.claim(Ledger.request(key, Ledger.LONG, TakeOver.LAPSED));
		assertThat(claim.state()).isEqualTo(ClaimState.CLAIMED);
		assertThat(claim.attempts()).isEqualTo(2);
		assertThat(claim.former()).isNotNull();
	}

	@Test
	void aConnectionIsLostOnlyOnce() {
		faults.fail("08006", false);
		faults.fail("08006", false);
		assertUnavailable("08006", "claim", () -> ledger.claim(Ledger.request(Ledger.key())));
	}

	/**
	 * After a restart of the server the pool may hold more of them.
	 */
	@Test
	void onceAConnectionIsLostOthersAreLookedAtFirst() {
		faults.dead.set(3);
		assertThat(ledger.claim(Ledger.request(Ledger.key())).state()).isEqualTo(ClaimState.CLAIMED);
		assertThat(faults.dead).hasValue(0);
	}

	@Test
	void retriesOfConflictsEnd() {
		for (int i = 0; i < 5; i++) {
			faults.fail("40001", false);
		}
		assertUnavailable("40001", "claim", () -> ledger.claim(Ledger.request(Ledger.key())));
	}

	/** Nothing would tell the second entry from the first. */
	@Test
	void aLogEntryIsNotSentTwice() {
		faults.fail("08006", true);
		assertUnavailable("08006", "append", () -> {
			ledger.plugin.log("", "log", "1", null);
			return 0;
		});
		assertThat(ledger.plugin.getLog("", "log", 10)).hasSize(1);
	}

	@ParameterizedTest
	@ValueSource(strings = { "40001", "08006" })
	void aPurgeIsRetried(String state) {
		faults.fail(state, false);
		assertThat(ledger.plugin.purgeClaims(10)).isZero();
	}

	/** The server skips the COMMIT after an error, and the pool doesn't notice. */
	@Test
	void afterARealErrorTheConnectionGoesBackWithoutATransaction() {
		ledger.jdbc.execute("ALTER TABLE istos.istos_idempotency ADD CONSTRAINT bad CHECK (key <> 'bad')");
		assertUnavailable("23514", "claim",
				() -> ledger.claim(Ledger.request(new ClaimKey("", Ledger.OPERATION, "bad"))));
		everyFaultWasMetAndNoTransactionStaysOpen();
		ClaimKey key = Ledger.key();
		ledger.done(key, "1");
		assertThat(Objects.requireNonNull(ledger.anotherPlugin().claimProcessed(Ledger.request(key)).outcome()))
			.isEqualTo(new Outcome(Outcome.Kind.RESULT, "1"));
	}

	@Test
	void aVanishedTableIsCreatedAgain() {
		try (Ledger other = Ledger.create()) {
			other.claimed(Ledger.key());
			other.jdbc.execute("DROP SCHEMA istos CASCADE");
			assertUnavailable("42P01", "claim", () -> other.claim(Ledger.request(Ledger.key())));
			other.claimed(Ledger.key());
		}
	}

	@Test
	void backendsThatAreTerminatedAreReplaced() {
		List<ClaimToken> tokens = List.of(ledger.claimed(Ledger.key()), ledger.claimed(Ledger.key()));
		ledger.renew(tokens.get(0));
		ledger.jdbc.queryForList("SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
				+ "WHERE datname = current_database() AND pid <> pg_backend_pid()");
		assertThat(ledger.plugin.markProcessed(Ledger.completion(tokens.get(0), "1"))).isTrue();
		assertThat(ledger.renew(tokens.get(1))).isEqualTo(Renewal.Answer.RENEWED);
	}

	private static void assertUnavailable(String state, String what, java.util.concurrent.Callable<?> call) {
		assertThatExceptionOfType(StorageUnavailableException.class).isThrownBy(call::call)
			.withMessageContaining(state)
			.withMessageContaining(what)
			.satisfies((ex) -> assertThat(ex.retryAfter()).isNotNull());
	}

}
