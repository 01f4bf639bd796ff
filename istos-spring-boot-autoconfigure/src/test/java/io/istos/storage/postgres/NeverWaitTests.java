package io.istos.storage.postgres;

import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.istos.StorageUnavailableException;
import io.istos.storage.Claim;
import io.istos.storage.ClaimKey;
import io.istos.storage.ClaimRequest;
import io.istos.storage.ClaimState;
import io.istos.storage.ClaimToken;
import io.istos.storage.Release;
import io.istos.storage.Renewal;
import io.istos.storage.TakeOver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Nobody waits for another's row, committed or not: a statement that waits fails with its
 * lock time-out here, since the rival stays.
 */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@SuppressWarnings("try") // a rival need only be there
class NeverWaitTests {

	private static final Duration HINT = Duration.ofMillis(100);

	private static Ledger ledger;

	@BeforeAll
	static void open() {
		PostgresSettings defaults = PostgresSettings.defaults();
		ledger = Ledger.create(new PostgresSettings("istos", defaults.initializeSchema(), 3,
				defaults.connectionTimeout(), defaults.statementTimeout(), Duration.ofMillis(500)));
	}

	@AfterAll
	static void close() {
		ledger.close();
	}

	@ParameterizedTest
	@EnumSource
	void notForAnUncommittedClaim(TakeOver takeOver) {
		ClaimKey key = Ledger.key();
		ClaimKey other = Ledger.key();
		ledger.inTransaction((transaction) -> {
			assertThat(ledger.plugin.claimProcessed(Ledger.request(key), transaction).state())
				.isEqualTo(ClaimState.CLAIMED);
			Claim rival = ledger.claim(Ledger.request(key, Ledger.LONG, takeOver));
			assertThat(rival.state()).isEqualTo(ClaimState.IN_FLIGHT);
			assertThat(rival.retryAfter()).isGreaterThanOrEqualTo(HINT);
			assertThat(together(Ledger.request(key), Ledger.request(other))).extracting(Claim::state)
				.containsExactly(ClaimState.IN_FLIGHT, ClaimState.CLAIMED);
			return key;
		});
	}

	@Test
	void notForAnUncommittedClaimFromATransactionOfOnesOwn() {
		ClaimKey key = Ledger.key();
		ledger.inTransaction((first) -> {
			ledger.plugin.claimProcessed(Ledger.request(key), first);
			return inAnotherThread(() -> ledger.inTransaction((second) -> {
				assertThat(ledger.plugin.claimProcessed(Ledger.request(key), second).state())
					.isEqualTo(ClaimState.IN_FLIGHT);
				return key;
			}));
		});
	}

	@Test
	void notForALockedFreeRow() throws Exception {
		ClaimKey key = Ledger.key();
		ledger.plugin.releaseClaim(Ledger.release(ledger.claimed(key)));
		assertInFlightWhileLocked(key, TakeOver.LAPSED);
	}

	@ParameterizedTest
	@EnumSource
	void notForALockedLapsedRow(TakeOver takeOver) throws Exception {
		ClaimKey key = Ledger.key();
		ledger.claimed(key, Ledger.SHORT);
		ledger.awaitLapse(key);
		assertInFlightWhileLocked(key, takeOver);
	}

	@ParameterizedTest
	@EnumSource
	void notForALockedHeldRow(TakeOver takeOver) throws Exception {
		ClaimKey key = Ledger.key();
		ledger.plugin.releaseClaim(Ledger.hold(ledger.claimed(key)));
		assertInFlightWhileLocked(key, takeOver);
	}

	@Test
	void aLockedOutcomeIsReplayed() throws Exception {
		ClaimKey key = Ledger.key();
		ledger.done(key, "1");
		ledger.whileLocked(key, () -> assertThat(ledger.claim(Ledger.request(key)).state()).isEqualTo(ClaimState.DONE));
	}

	@Test
	void aLockedClaimIsNeitherRenewedNorReleasedNorLost() throws Exception {
		ClaimToken token = ledger.claimed(Ledger.key());
		ClaimToken other = ledger.claimed(Ledger.key());
		ledger.whileLocked(token.key(), () -> {
			assertThat(ledger.plugin
				.renewClaims(List.of(new Renewal(other, Ledger.LONG), new Renewal(token, Ledger.LONG))))
				.containsExactly(Renewal.Answer.RENEWED, Renewal.Answer.LOCKED);
			assertThat(ledger.plugin.releaseClaim(Ledger.release(token))).isEqualTo(Release.Answer.LOCKED);
			assertThat(ledger.plugin.releaseClaim(Ledger.hold(token))).isEqualTo(Release.Answer.LOCKED);
		});
		assertThat(ledger.renew(token)).isEqualTo(Renewal.Answer.RENEWED);
	}

	@Test
	void aLockedClaimIsCompletedOnceTheLockIsGone() throws Exception {
		ClaimToken token = ledger.claimed(Ledger.key());
		ledger.whileLocked(token.key(),
				() -> assertThatExceptionOfType(StorageUnavailableException.class)
					.isThrownBy(() -> ledger.plugin.markProcessed(Ledger.completion(token, "1")))
					.withMessageContaining("55P03"));
		assertThat(ledger.plugin.markProcessed(Ledger.completion(token, "1"))).isTrue();
	}

	@Test
	void aLockedClaimHoldsNobodyElsesCompletionUp() throws Exception {
		ClaimToken token = ledger.claimed(Ledger.key());
		ClaimToken other = ledger.claimed(Ledger.key());
		ledger.whileLocked(token.key(), () -> {
			try (Connection own = ledger.database.dataSource().getConnection()) {
				List<Optional<Boolean>> answers = StepStatement
					.own(Steps.COMPLETE, new Sql(PostgresSettings.defaults()))
					.execute(own, List.of(Ledger.completion(token, "1"), Ledger.completion(other, "1")));
				assertThat(answers).isEqualTo(List.of(Optional.empty(), Optional.of(true)));
			}
		});
	}

	/**
	 * The row has a new version since the statement began: neither lost, nor waited for.
	 */
	@Test
	void aCompletionThatMeetsRenewalsIsNotLost() {
		for (int round = 0; round < 300; round++) {
			ClaimToken token = ledger.claimed(Ledger.key());
			Thread renewing = new Thread(() -> {
				for (int i = 0; i < 10; i++) {
					ledger.renew(token);
				}
			});
			renewing.start();
			assertThat(ledger.plugin.markProcessed(Ledger.completion(token, "1"))).isTrue();
			join(renewing);
		}
	}

	private void assertInFlightWhileLocked(ClaimKey key, TakeOver takeOver) throws Exception {
		ClaimRequest request = Ledger.request(key, Ledger.LONG, takeOver);
		ledger.whileLocked(key, () -> {
			Claim claim = ledger.claim(request);
			assertThat(claim.state()).isEqualTo(ClaimState.IN_FLIGHT);
			assertThat(claim.retryAfter()).isEqualTo(HINT);
			Claim joined = ledger
				.inTransaction((transaction) -> ledger.plugin.claimProcessed(Ledger.request(key), transaction));
			assertThat(joined.state()).isIn(ClaimState.IN_FLIGHT, ClaimState.ABANDONED);
		});
	}

	private static List<Claim> together(ClaimRequest... requests) {
		try {
			return ledger.claimTogether(requests).stream().map(Optional::get).toList();
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static <T> T inAnotherThread(java.util.concurrent.Callable<T> work) {
		var task = new java.util.concurrent.FutureTask<>(work);
		new Thread(task).start();
		try {
			return task.get();
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static void join(Thread thread) {
		try {
			thread.join();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
