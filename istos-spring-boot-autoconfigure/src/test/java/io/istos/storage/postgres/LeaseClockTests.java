package io.istos.storage.postgres;

import java.util.List;
import java.util.function.Function;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import io.istos.LeaseLostException;
import io.istos.storage.LeaseRenewal;
import io.istos.storage.LeaseToken;
import io.istos.storage.LedgerTransaction;
import io.istos.storage.ScopeKey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * As {@link MovingClockTests}, for leases.
 */
class LeaseClockTests {

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

	@Test
	void anAcquisitionInsideAnOldTransactionCountsFromNow() {
		inOldTransaction((transaction) -> {
			ScopeKey scope = leases.acquired(Leases.scope()).key();
			assertThat(later("deadline", "interval '5 min'", scope)).isTrue();
			assertThat(later("acquired_at", "interval '0'", scope)).isTrue();
			return scope;
		});
	}

	@Test
	void aTakeOverToo() {
		ScopeKey scope = leases.lapsed(Leases.scope()).key();
		inOldTransaction((transaction) -> {
			leases.acquired(scope);
			assertThat(later("deadline", "interval '5 min'", scope)).isTrue();
			assertThat(later("acquired_at", "interval '0'", scope)).isTrue();
			return scope;
		});
	}

	@Test
	void aRenewalToo() {
		LeaseToken token = leases.acquired(Leases.scope());
		inOldTransaction((transaction) -> {
			assertThat(leases.renew(token)).isEqualTo(LeaseRenewal.Answer.RENEWED);
			assertThat(later("deadline", "interval '5 min'", token.key())).isTrue();
			return token;
		});
	}

	@Test
	void aCheckpointOfAnOldTransactionCountsFromNow() {
		LeaseToken token = leases.acquired(Leases.scope());
		inOldTransaction((transaction) -> {
			ledger.plugin.fence(List.of(Leases.checkpoint(token, "1")), transaction);
			assertThat(later("deadline", "interval '5 min'", token.key())).isTrue();
			return token;
		});
	}

	@Test
	void aLeaseThatLapsedSinceTheTransactionBeganIsLost() {
		LeaseToken token = leases.acquired(Leases.scope());
		inOldTransaction((transaction) -> {
			leases.lapse(token.key());
			assertThat(ledger.plugin.holdForUpdate(token, transaction)).isFalse();
			return token;
		});
	}

	@Test
	void norDoesItPassAFence() {
		LeaseToken token = leases.acquired(Leases.scope());
		LeaseToken saved = leases.acquired(Leases.scope());
		for (var fence : List.of(Leases.fence(token), Leases.checkpoint(saved, "1"))) {
			assertThatExceptionOfType(LeaseLostException.class).isThrownBy(() -> inOldTransaction((transaction) -> {
				leases.lapse(fence.token().key());
				ledger.plugin.fence(List.of(fence), transaction);
				return fence;
			}));
		}
	}

	/** One that is 200 ms old. */
	private static <R> void inOldTransaction(Function<LedgerTransaction, R> work) {
		ledger.inTransaction((transaction) -> {
			ledger.business().queryForList("SELECT pg_sleep(0.2)");
			return work.apply(transaction);
		});
	}

	private static boolean later(String column, String distance, ScopeKey scope) {
		return Boolean.TRUE.equals(ledger.business()
			.queryForObject("SELECT " + column + " >= now() + " + distance + " + interval '200 ms' "
					+ "FROM istos.istos_lease WHERE scope = ?", Boolean.class, scope.scope()));
	}

}
