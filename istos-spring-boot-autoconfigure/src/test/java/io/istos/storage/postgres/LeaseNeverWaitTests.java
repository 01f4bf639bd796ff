package io.istos.storage.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.istos.storage.Acquisition;
import io.istos.storage.LeaseRelease;
import io.istos.storage.LeaseRenewal;
import io.istos.storage.LeaseRequest;
import io.istos.storage.LeaseToken;
import io.istos.storage.ScopeKey;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Nobody waits for another's lease, committed or not: a statement that waits fails with
 * its lock time-out here, since the rival stays.
 */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@SuppressWarnings("try") // a rival need only be there
class LeaseNeverWaitTests {

	private static final Acquisition SOON = new Acquisition(null, Duration.ofMillis(100));

	private static Ledger ledger;

	private static Leases leases;

	@BeforeAll
	static void open() {
		PostgresSettings defaults = PostgresSettings.defaults();
		ledger = Ledger.create(new PostgresSettings("istos", defaults.initializeSchema(), 2,
				defaults.connectionTimeout(), defaults.statementTimeout(), Duration.ofMillis(500)));
		leases = new Leases(ledger);
	}

	@AfterAll
	static void close() {
		ledger.close();
	}

	@Test
	void notForAnUncommittedAcquisitionOfAnUnknownScope() throws Exception {
		ScopeKey scope = Leases.scope();
		try (Connection rival = uncommittedAcquisition(scope)) {
			assertThat(leases.acquire(scope)).isEqualTo(SOON);
			assertThat(granted(scope, Leases.scope())).containsExactly(false, true);
			rival.rollback();
		}
		assertThat(leases.isGranted(scope)).isTrue();
	}

	@Test
	void notForAnUncommittedTakeOver() throws Exception {
		ScopeKey scope = Leases.scope();
		LeaseToken late = leases.lapsed(scope);
		try (Connection rival = uncommittedAcquisition(scope)) {
			assertThat(leases.acquire(scope)).isEqualTo(SOON);
			assertThat(granted(scope, Leases.scope())).containsExactly(false, true);
			assertThat(leases.renew(late)).isEqualTo(LeaseRenewal.Answer.EXPIRED);
			assertThat(ledger.plugin.releaseLease(Leases.release(late))).isEqualTo(LeaseRelease.Answer.LOCKED);
			assertThat(ledger.plugin.holds(late)).isFalse();
			assertThat(hold(late)).isFalse();
			rival.commit();
		}
		assertThat(leases.renew(late)).isEqualTo(LeaseRenewal.Answer.TAKEN_OVER);
		assertThat(ledger.plugin.releaseLease(Leases.release(late))).isEqualTo(LeaseRelease.Answer.NOT_OURS);
	}

	@ParameterizedTest
	@ValueSource(strings = { "UPDATE", "NO KEY UPDATE", "SHARE", "KEY SHARE" })
	void notForALockedRow(String strength) throws Exception {
		ScopeKey lapsed = Leases.scope();
		leases.lapsed(lapsed);
		ScopeKey freed = Leases.scope();
		leases.freed(freed);
		for (ScopeKey scope : List.of(lapsed, freed)) {
			leases.whileLocked(scope, strength, () -> {
				assertThat(leases.acquire(scope)).isEqualTo(SOON);
				assertThat(granted(scope, Leases.scope())).containsExactly(false, true);
			});
			assertThat(leases.isGranted(scope)).isTrue();
		}
	}

	@Test
	void aLockedLeaseIsNeitherRenewedNorReleasedNorLost() throws Exception {
		LeaseToken token = leases.acquired(Leases.scope());
		LeaseToken other = leases.acquired(Leases.scope());
		leases.whileLocked(token.key(), "UPDATE", () -> {
			assertThat(ledger.plugin.renewLeases(List.of(Leases.renewal(other), Leases.renewal(token))))
				.containsExactly(LeaseRenewal.Answer.RENEWED, LeaseRenewal.Answer.LOCKED);
			assertThat(ledger.plugin.releaseLease(Leases.release(token))).isEqualTo(LeaseRelease.Answer.LOCKED);
			assertThat(ledger.plugin.holds(token)).isTrue();
			assertThat(leases.acquire(token.key()).retryAfter()).isGreaterThan(Duration.ofMinutes(1));
		});
		assertThat(leases.renew(token)).isEqualTo(LeaseRenewal.Answer.RENEWED);
	}

	@Test
	void aLockedLeaseThatLapsesIsLost() throws Exception {
		LeaseToken token = leases.acquired(Leases.scope());
		leases.whileLocked(token.key(), "KEY SHARE", () -> {
			leases.lapse(token.key());
			assertThat(leases.renew(token)).isEqualTo(LeaseRenewal.Answer.EXPIRED);
		});
	}

	@Test
	void notForAnUncommittedRelease() throws Exception {
		LeaseToken token = leases.acquired(Leases.scope());
		try (Connection rival = leases.uncommitted(LeaseSteps.RELEASE, Leases.release(token),
				LeaseRelease.Answer.RELEASED)) {
			assertThat(leases.acquire(token.key()).granted()).isNull();
			assertThat(leases.renew(token)).isEqualTo(LeaseRenewal.Answer.LOCKED);
			assertThat(ledger.plugin.releaseLease(Leases.release(token))).isEqualTo(LeaseRelease.Answer.LOCKED);
			rival.commit();
		}
		assertThat(leases.isGranted(token.key())).isTrue();
	}

	@Test
	void nobodyWaitsBehindAFencedTransaction() {
		LeaseToken token = leases.acquired(Leases.scope());
		LeaseToken saved = leases.acquired(Leases.scope());
		LeaseToken other = leases.acquired(Leases.scope());
		ledger.inTransaction((transaction) -> {
			ledger.plugin.fence(List.of(Leases.fence(token), Leases.checkpoint(saved, "1")), transaction);
			assertThat(granted(token.key(), saved.key(), Leases.scope())).containsExactly(false, false, true);
			assertThat(ledger.plugin
				.renewLeases(List.of(Leases.renewal(token), Leases.renewal(saved), Leases.renewal(other))))
				.containsExactly(LeaseRenewal.Answer.RENEWED, LeaseRenewal.Answer.LOCKED, LeaseRenewal.Answer.RENEWED);
			assertThat(ledger.plugin.releaseLease(Leases.release(other))).isEqualTo(LeaseRelease.Answer.RELEASED);
			return token;
		});
	}

	@Test
	void notForTheDeletionOfARow() throws Exception {
		LeaseToken token = leases.lapsed(Leases.scope());
		try (Connection person = ledger.rival("DELETE FROM istos.istos_lease WHERE scope = ?", token.key().scope())) {
			assertThat(leases.acquire(token.key())).isEqualTo(SOON);
			person.commit();
		}
		assertThat(Objects.requireNonNull(leases.acquire(token.key()).granted()).epoch()).isGreaterThan(token.epoch());
	}

	/**
	 * The row has a new version since the statement began: neither lost, nor waited for.
	 */
	@Test
	void aReleaseThatMeetsRenewalsIsAskedAgain() throws Exception {
		for (int round = 0; round < 200; round++) {
			LeaseToken token = leases.acquired(Leases.scope());
			Thread renewing = new Thread(() -> {
				for (int i = 0; i < 10; i++) {
					leases.renew(token);
				}
			});
			renewing.start();
			assertThat(Leases.releaseOnceUnlocked(ledger.plugin, token)).isEqualTo(LeaseRelease.Answer.RELEASED);
			renewing.join();
		}
	}

	private static boolean hold(LeaseToken token) {
		return ledger.inTransaction((transaction) -> ledger.plugin.holdForUpdate(token, transaction));
	}

	/** As one batch. */
	private static List<Boolean> granted(ScopeKey... scopes) {
		try {
			return leases.acquireTogether(List.of(scopes).stream().map(Leases::request).toArray(LeaseRequest[]::new))
				.stream()
				.map((answer) -> answer.orElseThrow().granted() != null)
				.toList();
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static Connection uncommittedAcquisition(ScopeKey scope) throws SQLException {
		Connection rival = ledger.rival("SELECT 1");
		Optional<Acquisition> answer = StepStatement
			.inTransaction(LeaseSteps.ACQUIRE, new Sql(PostgresSettings.defaults()))
			.execute(rival, List.of(Leases.request(scope)))
			.get(0);
		assertThat(answer.orElseThrow().granted()).isNotNull();
		return rival;
	}

}
