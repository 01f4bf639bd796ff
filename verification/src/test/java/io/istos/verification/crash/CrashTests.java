package io.istos.verification.crash;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.istos.testing.TestDatabase;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(600)
class CrashTests {

	@Test
	void whereverTheProcessDiesRowsAndOutcomesAgreeAndTheRepeatLeavesOneRow() {
		try (TestDatabase database = TestDatabase.create(); CrashRun run = new CrashRun(database)) {
			run.run(28, 2);
			run.table().print();
			assertThat(run.complaints()).isEmpty();
			assertThat(run.kills()).isEqualTo(28);
			assertThat(run.audit().violations()).isZero();
			assertThat(run.audit().rows()).isGreaterThanOrEqualTo(28 * 12);
		}
	}

}
