package io.istos.verification.history;

import java.time.Duration;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("stress")
@Timeout(300)
class HistoryTests {

	@Test
	void whatCallersAreAnsweredIsLinearisableAcrossARestart() {
		HistoryResult result = HistoryRun.run(Duration.ofSeconds(12), true);
		assertThat(result.report(true)).isTrue();
		assertThat(result.tally().of("CLAIM YES")).isPositive();
		assertThat(result.tally().of("UPDATE YES")).isPositive();
		assertThat(result.tally().of(HistoryResult.UNANSWERED)).isPositive();
		assertThat(result.tally().of("ACQUIRE TAKEN_OVER")).isPositive();
		assertThat(result.tally().of("WRITE NO")).isPositive();
		assertThat(result.tally().of("COOPERATE YES")).isPositive();
	}

	@Test
	void whatCallersOfACarelessStoreAreAnsweredIsNot() {
		HistoryResult result = HistoryRun.run(Duration.ofSeconds(6), false);
		assertThat(result.report(false)).isTrue();
		assertThat(result.violations().keySet()).anyMatch((key) -> key.startsWith("doc"))
			.anyMatch((key) -> key.startsWith("lease"))
			.noneMatch((key) -> key.startsWith("claim"));
	}

}
