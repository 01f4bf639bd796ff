package io.istos.storage.postgres;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import io.istos.StorageUnavailableException;
import io.istos.storage.Acquisition;
import io.istos.storage.LeaseRelease;
import io.istos.storage.LeaseRenewal;
import io.istos.storage.LeaseRequest;
import io.istos.storage.LeaseToken;
import io.istos.storage.ScopeKey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * As {@link FaultTests}, for leases.
 */
class LeaseFaultTests extends AbstractFaultTests {

	private static Leases leases;

	@BeforeAll
	static void prepare() {
		leases = new Leases(ledger);
	}

	@ParameterizedTest
	@MethodSource("retried")
	void everyStepIsRetriedWithTheSameToken(String state, boolean afterwards) {
		LeaseRequest request = Leases.request(Leases.scope());
		faults.fail(state, afterwards);
		Acquisition.Granted granted = Objects.requireNonNull(ledger.plugin.acquire(request).granted());
		assertThat(granted.takenOver()).isFalse();
		LeaseToken token = request.token(granted.epoch());
		faults.fail(state, afterwards);
		assertThat(leases.renew(token)).isEqualTo(LeaseRenewal.Answer.RENEWED);
		faults.fail(state, afterwards);
		assertThat(ledger.plugin.holds(token)).isTrue();
		faults.fail(state, afterwards);
		assertThat(ledger.plugin.releaseLease(Leases.release(token))).isIn(LeaseRelease.Answer.RELEASED,
				LeaseRelease.Answer.NOT_OURS);
		assertThat(leases.isGranted(request.key())).isTrue();
	}

	@ParameterizedTest
	@MethodSource("retried")
	void aRepeatedTakeOverStillTellsThatItIsOne(String state, boolean afterwards) {
		ScopeKey scope = leases.lapsed(Leases.scope()).key();
		faults.fail(state, afterwards);
		Acquisition.Granted granted = Objects.requireNonNull(leases.acquire(scope).granted());
		assertThat(granted.takenOver()).isTrue();
	}

	@ParameterizedTest
	@MethodSource("told")
	void anyOtherFailureIsToldAndTheScopeStaysReachable(String state, boolean afterwards) {
		LeaseRequest request = Leases.request(Leases.scope());
		faults.fail(state, afterwards);
		assertUnavailable(state, "acquire", () -> ledger.plugin.acquire(request));
		assertThat(ledger.plugin.releaseLease(Leases.release(request.token(LeaseToken.UNKNOWN_EPOCH))))
			.isIn(LeaseRelease.Answer.RELEASED, LeaseRelease.Answer.NOT_OURS);
		LeaseToken token = leases.acquired(request.key());
		faults.fail(state, afterwards);
		assertUnavailable(state, "renew", () -> leases.renew(token));
		faults.fail(state, afterwards);
		assertUnavailable(state, "look at", () -> ledger.plugin.holds(token));
		faults.fail(state, afterwards);
		assertUnavailable(state, "release", () -> ledger.plugin.releaseLease(Leases.release(token)));
		assertThat(ledger.plugin.releaseLease(Leases.release(token))).isIn(LeaseRelease.Answer.RELEASED,
				LeaseRelease.Answer.NOT_OURS);
		assertThat(leases.isGranted(request.key())).isTrue();
	}

	/** The transaction is its caller's to repeat. */
	@Test
	void aFenceIsNotRetried() {
		LeaseToken token = leases.acquired(Leases.scope());
		assertThatException().isThrownBy(() -> ledger.inTransaction((transaction) -> {
			ledger.jdbc.queryForList("SELECT pg_terminate_backend(?)",
					ledger.business().queryForObject("SELECT pg_backend_pid()", Integer.class));
			assertUnavailable("57P01", "fence", () -> {
				ledger.plugin.fence(List.of(Leases.fence(token)), transaction);
				return token;
			});
			return token;
		}));
		assertThat(ledger.plugin.holds(token)).isTrue();
	}

	@Test
	void aVanishedTableIsCreatedAgainAndEpochsStillGrow() {
		LeaseToken token = leases.acquired(Leases.scope());
		ledger.jdbc.execute("DROP TABLE istos.istos_lease");
		assertUnavailable("42P01", "acquire", () -> leases.acquire(token.key()));
		assertThat(leases.acquired(token.key()).epoch()).isGreaterThan(token.epoch());
	}

	private static void assertUnavailable(String state, String what, Callable<?> call) {
		assertThatExceptionOfType(StorageUnavailableException.class).isThrownBy(call::call)
			.withMessageContaining(state)
			.withMessageContaining(what)
			.withMessageContaining("scope")
			.satisfies((ex) -> assertThat(ex.retryAfter()).isNotNull());
	}

}
