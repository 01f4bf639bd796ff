package io.istos.samples.stage;

import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class ScrapeTests {

	private final Scrape scrape = Scrape.parse("""
			# HELP calls_seconds Calls, and "how" they end
			# TYPE calls_seconds summary
			calls_seconds_count{method="a.B#one",outcome="ran"} 3
			calls_seconds_count{method="a.B#one",outcome="lost"} 1
			calls_seconds_count{method="a.B#two",outcome="ran"} 4.0E1
			calls_seconds_sum{method="a.B#one",outcome="ran"} 0.25
			text_total{text="with \\"quotes\\", {braces} and , commas",other="x"} 2.0
			unknown NaN
			known 7.0
			""");

	@Test
	void addsUpWhatHasTheLabels() {
		assertThat(this.scrape.count("calls_seconds_count", Map.of())).isEqualTo(44);
		assertThat(this.scrape.count("calls_seconds_count", Map.of("outcome", "ran"))).isEqualTo(43);
		assertThat(this.scrape.count("calls_seconds_count", Map.of("outcome", "ran|lost", "method", ".*#one")))
			.isEqualTo(4);
		assertThat(this.scrape.count("text_total", Map.of("other", "x", "text", "with .*"))).isEqualTo(2);
	}

	@Test
	void aCounterThatNeverCountedIsZero() {
		assertThat(this.scrape.count("calls_seconds_count", Map.of("outcome", "skipped"))).isZero();
	}

	@Test
	void aGaugeMustBeThere() {
		assertThat(this.scrape.countOf("known")).isEqualTo(7);
		assertThat(this.scrape.gauge("unknown")).isNaN();
		assertThatExceptionOfType(StoryFailedException.class).isThrownBy(() -> this.scrape.gauge("known_"));
	}

	@Test
	void whatIsNotWholeIsNoCount() {
		assertThatExceptionOfType(StoryFailedException.class).isThrownBy(() -> this.scrape.countOf("unknown"));
		assertThatExceptionOfType(StoryFailedException.class)
			.isThrownBy(() -> this.scrape.count("calls_seconds_sum", Map.of()));
	}

	@Test
	void aLineThatMakesNoSenseIsNotSwallowed() {
		assertThatExceptionOfType(StoryFailedException.class).isThrownBy(() -> Scrape.parse("<html>"));
	}

}
