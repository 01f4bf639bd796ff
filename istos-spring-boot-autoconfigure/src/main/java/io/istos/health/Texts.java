package io.istos.health;

import java.time.Duration;
import java.time.temporal.ChronoUnit;

import org.springframework.format.annotation.DurationFormat;
import org.springframework.format.datetime.standard.DurationFormatterUtils;

/**
 * Durations as people write them: {@code 1h30m}.
 */
final class Texts {

	private static final Duration SHORT = Duration.ofSeconds(10);

	private Texts() {
	}

	static String of(Duration duration) {
		ChronoUnit unit = (duration.abs().compareTo(SHORT) < 0) ? ChronoUnit.MILLIS : ChronoUnit.SECONDS;
		return DurationFormatterUtils.print(duration.truncatedTo(unit), DurationFormat.Style.COMPOSITE);
	}

}
