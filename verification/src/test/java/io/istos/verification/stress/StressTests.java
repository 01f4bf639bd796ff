package io.istos.verification.stress;

import java.time.Duration;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("stress")
@Timeout(300)
class StressTests {

	@Test
	void throughThePublicApiRowsEqualOutcomes() {
		StressResult result = PublicApiStress.run(Duration.ofSeconds(30), 0, true);
		assertThat(result.report(true)).isTrue();
		assertThat(result.audit().rows()).isPositive();
		assertThat(result.audit().open()).isZero();
		assertThat(result.tally().of("claim TAKEN OVER")).isPositive();
		assertThat(result.tally().of("threw ClaimLostException")).isPositive();
		assertThat(result.tally().of("connections cut")).isPositive();
		assertThat(result.tally().of("purged")).isPositive();
	}

	@Test
	void throughThePublicApiWithoutTheOwnerCheckTheyDoNot() {
		assertThat(PublicApiStress.run(Duration.ofSeconds(20), 0, false).report(false)).isTrue();
	}

	@Test
	void overTheBareStatementsRowsEqualOutcomes() {
		StressResult result = StatementStress.run(Duration.ofSeconds(15), true);
		assertThat(result.report(true)).isTrue();
		assertThat(result.audit().rows()).isPositive();
		assertThat(result.audit().open()).isZero();
		assertThat(result.tally().of("claim TAKEN OVER")).isPositive();
		assertThat(result.tally().of("completions refused")).isPositive();
		assertThat(result.tally().of("own completions refused")).isPositive();
		assertThat(result.tally().of("connections cut")).isPositive();
		assertThat(result.tally().of("purged")).isPositive();
	}

	@Test
	void overTheBareStatementsWithoutTheOwnerCheckTheyDoNot() {
		assertThat(StatementStress.run(Duration.ofSeconds(10), false).report(false)).isTrue();
	}

}
