package io.istos.verification.lease;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.istos.testing.TestDatabase;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("stress")
@Timeout(300)
class LeaseAuditTests {

	@Test
	void nothingIsCommittedUnderALostLease() {
		LeaseResult result = run(25, true);
		assertThat(result.report(true)).isTrue();
		assertThat(result.audit().rows()).isPositive();
		assertThat(result.tally().of("leases taken over")).isPositive();
		assertThat(result.tally().of("scopes with a successor's row")).isPositive();
		assertThat(result.tally().of("threw LeaseLostException")).isPositive();
	}

	@Test
	void withoutTheFenceMuchIs() {
		assertThat(run(12, false).report(false)).isTrue();
	}

	private static LeaseResult run(int rounds, boolean fenced) {
		try (TestDatabase database = TestDatabase.create(); LeaseRun run = new LeaseRun(database, fenced)) {
			run.run(rounds);
			return run.end();
		}
	}

}
