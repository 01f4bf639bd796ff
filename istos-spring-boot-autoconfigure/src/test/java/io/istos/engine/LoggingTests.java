package io.istos.engine;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import io.istos.ClaimLostException;
import io.istos.InFlightException;
import io.istos.KeyReusedException;

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
		assertThat(output.getAll().lines().filter((line) -> line.contains("WARN") || line.contains("ERROR"))).isEmpty();
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

}
