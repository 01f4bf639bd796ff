package io.istos.storage.postgres;

import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.transaction.TransactionDefinition;

import io.istos.LeaseLostException;
import io.istos.StorageUnavailableException;
import io.istos.storage.ClaimRequest;
import io.istos.storage.LeaseFence;
import io.istos.storage.LeaseRelease;
import io.istos.storage.LeaseRenewal;
import io.istos.storage.LeaseToken;
import io.istos.storage.ScopeKey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What a transaction's lock on a lease is worth, and for how long.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LeaseHoldTests {

	private static Ledger ledger;

	private static Leases leases;

	@BeforeAll
	static void open() {
		ledger = Ledger.create();
		leases = new Leases(ledger);
	}

	@AfterAll
	static void close() {
		ledger.close();
	}

	/**
	 * The row was ours when the statement began. Its lock alone would not look again: it
	 * does so after the strongest lock only.
	 */
	@Test
	void aReleaseThatComesInBetweenIsNoticed() throws Exception {
		LeaseToken token = leases.acquired(Leases.scope());
		assertThat(afterUncommittedRelease(token,
				() -> ledger.inTransaction((transaction) -> ledger.plugin.holdForUpdate(token, transaction))))
			.isFalse();
	}

	@Test
	void byAFenceToo() throws Exception {
		LeaseToken token = leases.acquired(Leases.scope());
		assertThat(afterUncommittedRelease(token, () -> commits(Leases.fence(token)))).isFalse();
	}

	@Test
	void andByOneWithACheckpoint() throws Exception {
		LeaseToken token = leases.acquired(Leases.scope());
		assertThat(afterUncommittedRelease(token, () -> commits(Leases.checkpoint(token, "1")))).isFalse();
	}

	private static boolean afterUncommittedRelease(LeaseToken token, Callable<Boolean> work) throws Exception {
		try (Connection rival = leases.uncommitted(LeaseSteps.RELEASE, Leases.release(token),
				LeaseRelease.Answer.RELEASED)) {
			FutureTask<Boolean> task = new FutureTask<>(work);
			new Thread(task).start();
			Ledger.awaitLockWait(ledger.jdbc);
			rival.commit();
			return task.get();
		}
	}

	private static boolean commits(LeaseFence fence) {
		try {
			return ledger.inTransaction((transaction) -> {
				ledger.plugin.fence(List.of(fence), transaction);
				return true;
			});
		}
		catch (LeaseLostException ex) {
			return false;
		}
	}

	@Test
	void onlyTheFenceLimitsTheIdleness() {
		LeaseToken token = leases.acquired(Leases.scope());
		LeaseToken other = leases.acquired(Leases.scope());
		ledger.inTransaction((transaction) -> {
			assertThat(ledger.plugin.holdForUpdate(token, transaction)).isTrue();
			assertThat(idleness()).isEqualTo("0");
			ledger.plugin.fence(List.of(new LeaseFence(token, Duration.ofSeconds(50), true, null),
					new LeaseFence(other, Duration.ofSeconds(40), false, "1")), transaction);
			assertThat(idleness()).isEqualTo("40s");
			return token;
		});
		ledger.inTransaction((transaction) -> {
			assertThat(idleness()).isEqualTo("0");
			return token;
		});
	}

	@ParameterizedTest
	@CsvSource({ "30s, 30s", "1h, 1min", "1d, 1min", "61s, 1min", "1500ms, 1500ms", "0, 1min" })
	void aShorterLimitStays(String present, String then) {
		LeaseToken token = leases.acquired(Leases.scope());
		ledger.inTransaction((transaction) -> {
			ledger.business().execute("SET LOCAL idle_in_transaction_session_timeout = '" + present + "'");
			ledger.plugin.fence(List.of(new LeaseFence(token, Duration.ofMinutes(1), false, null)), transaction);
			assertThat(idleness()).isEqualTo(then);
			return token;
		});
	}

	@Test
	void theLongestTtlIsALimitToo() {
		LeaseToken token = leases.acquired(Leases.scope());
		ledger.inTransaction((transaction) -> {
			ledger.plugin.fence(List.of(new LeaseFence(token, ClaimRequest.MAX_DURATION, false, "1")), transaction);
			assertThat(idleness()).isNotEqualTo("0");
			return token;
		});
	}

	@Test
	void aHolderThatStopsBetweenFenceAndCommitShutsNobodyOutForEver() {
		LeaseToken token = leases.acquired(Leases.scope());
		ScopeKey scope = token.key();
		assertThatException().isThrownBy(() -> ledger.inTransaction((transaction) -> {
			ledger.plugin.fence(List.of(new LeaseFence(token, Duration.ofMillis(200), false, null)), transaction);
			leases.lapse(scope);
			Awaitility.await().pollInterval(Duration.ofMillis(20)).until(() -> leases.isGranted(scope));
			return scope;
		}));
	}

	private static String idleness() {
		return String.valueOf(ledger.business()
			.queryForObject("SELECT current_setting('idle_in_transaction_session_timeout')", String.class));
	}

	/**
	 * The lease is taken before the snapshot, and renewed since.
	 */
	@Test
	void underASnapshotAHeldLeaseIsFenced() {
		LeaseToken token = leases.acquired(Leases.scope());
		ledger.inTransaction(TransactionDefinition.ISOLATION_REPEATABLE_READ, (transaction) -> {
			assertThat(ledger.plugin.holdForUpdate(token, transaction)).isTrue();
			assertThat(leases.renew(token)).isEqualTo(LeaseRenewal.Answer.RENEWED);
			ledger.plugin.fence(List.of(new LeaseFence(token, Leases.TTL, true, null)), transaction);
			return token;
		});
		assertThat(ledger.plugin.holds(token)).isTrue();
	}

	/** Nor can it be: its row has a version that the snapshot doesn't see. */
	@Test
	void underASnapshotACheckpointAfterARenewalIsRefused() {
		LeaseToken token = leases.acquired(Leases.scope());
		assertThatExceptionOfType(StorageUnavailableException.class)
			.isThrownBy(() -> ledger.inTransaction(TransactionDefinition.ISOLATION_REPEATABLE_READ, (transaction) -> {
				assertThat(ledger.plugin.holdForUpdate(token, transaction)).isTrue();
				assertThat(leases.renew(token)).isEqualTo(LeaseRenewal.Answer.RENEWED);
				ledger.plugin.fence(List.of(new LeaseFence(token, Leases.TTL, true, "1")), transaction);
				return token;
			}))
			.withMessageContaining("40001");
		assertThat(ledger.plugin.holds(token)).isTrue();
	}

	@Test
	void underASnapshotATakeOverIsNotSeenAndNotCommitted() {
		LeaseToken token = leases.acquired(Leases.scope());
		assertThatException()
			.isThrownBy(() -> ledger.inTransaction(TransactionDefinition.ISOLATION_REPEATABLE_READ, (transaction) -> {
				ledger.business().queryForList("SELECT count(*) FROM istos.istos_lease");
				leases.lapse(token.key());
				leases.acquired(token.key());
				ledger.plugin.fence(List.of(Leases.fence(token)), transaction);
				return token;
			}));
	}

}
