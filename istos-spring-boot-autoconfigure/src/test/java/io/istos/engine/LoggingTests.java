package io.istos.engine;

import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import io.istos.ClaimLostException;
import io.istos.InFlightException;
import io.istos.KeyReusedException;
import io.istos.LeaseLostException;
import io.istos.ScopeBusyException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Logs are for operators: conflicts are no errors, a loss is one warning.
 */
@ExtendWith(OutputCaptureExtension.class)
class LoggingTests {

	@Test
	void duplicatesAndConflictsAreNotLogged(CapturedOutput output) throws Exception {
		try (Ledger ledger = Ledger.create()) {
			DurableOperation<String> operation = ledger.define("quiet", DurableOptions.defaults());
			operation.call("k", "a", () -> {
				Threads.run(() -> assertThatExceptionOfType(InFlightException.class)
					.isThrownBy(() -> operation.call("k", "a", () -> "never")));
				return "done";
			});
			operation.call("k", "a", () -> "never");
			assertThatExceptionOfType(KeyReusedException.class)
				.isThrownBy(() -> operation.call("k", "b", () -> "never"));
		}
		assertThat(warnings(output)).isEmpty();
	}

	@Test
	void lossIsOneWarningWithOperationEpochAndReason(CapturedOutput output) {
		try (Ledger ledger = Ledger.create()) {
			DurableOperation<String> operation = ledger.inOwnTransaction("lossy");
			assertThatExceptionOfType(ClaimLostException.class).isThrownBy(() -> operation.call("k", null, () -> {
				ledger.steal("k");
				Engines.heldClaims(ledger.operations).get(0).postpone(System.nanoTime() - Ledger.LEASE.toNanos());
				assertThat(Engines.renewals(ledger.operations).renewDue()).isTrue();
				return ledger.book("k");
			}));
		}
		assertThat(output.getAll().lines().filter((line) -> line.contains("WARN"))).singleElement()
			.satisfies((line) -> assertThat(line).contains("lossy").contains("epoch ").contains("taken over"));
	}

	@Test
	void lostLeaseIsOneWarningWithScopeEpochAndReason(CapturedOutput output) {
		try (Ledger ledger = Ledger.create()) {
			ScopeLeases leases = leases(ledger);
			leases.run("lossy", LeaseOptions.defaults(), () -> {
				assertThat(leases.run("lossy", LeaseOptions.defaults(), () -> {
				})).isTrue();
				ledger.outside.update("UPDATE istos.istos_lease SET owner = gen_random_uuid(), epoch = epoch + 1");
				assertThatExceptionOfType(LeaseLostException.class).isThrownBy(() -> leases.fence().check());
				assertThatExceptionOfType(LeaseLostException.class)
					.isThrownBy(() -> ledger.template().executeWithoutResult((status) -> ledger.book("k")));
			});
		}
		assertThat(warnings(output)).singleElement()
			.satisfies((line) -> assertThat(line).contains("lossy").contains("epoch ").contains("taken over"));
	}

	@Test
	void busyScopeIsNoWarning(CapturedOutput output) {
		try (Ledger ledger = Ledger.create()) {
			ScopeLeases leases = leases(ledger);
			AcquiredLease lease = leases.tryAcquire("scope", LeaseOptions.defaults()).orElseThrow();
			assertThat(leases.run("scope", LeaseOptions.defaults(), () -> assertThat(true).isFalse())).isFalse();
			assertThatExceptionOfType(ScopeBusyException.class)
				.isThrownBy(() -> leases.call("scope", LeaseOptions.defaults(), () -> "never"));
			lease.close();
		}
		assertThat(warnings(output)).isEmpty();
	}

	private static ScopeLeases leases(Ledger ledger) {
		return new ScopeLeases(ledger.operations, Ledger.LEASE, (event) -> {
		});
	}

	private static Stream<String> warnings(CapturedOutput output) {
		return output.getAll().lines().filter((line) -> line.contains("WARN") || line.contains("ERROR"));
	}

}
