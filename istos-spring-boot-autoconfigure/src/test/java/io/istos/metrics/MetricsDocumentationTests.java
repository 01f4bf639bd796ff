package io.istos.metrics;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.micrometer.common.docs.KeyName;
import org.junit.jupiter.api.Test;

import io.istos.Documented;
import io.istos.engine.CallOutcome;
import io.istos.engine.EngineListener.RenewalAnswer;
import io.istos.engine.LeaseOutcome;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The tables of docs/operations.md against what there is.
 */
class MetricsDocumentationTests {

	private final List<String> lines = Documented.page("operations.md").lines().toList();

	@Test
	void everyObservationAndMeterHasItsLine() {
		List<String> expected = Stream
			.concat(Stream.of(IstosObservation.values())
				.map((observation) -> row(observation.getName(), "timer, span",
						keys(observation.getLowCardinalityKeyNames()), observation.meaning())),
					Stream.of(IstosMeter.values())
						.map((meter) -> row(meter.getName(), type(meter), keys(meter.getKeyNames()), meter.meaning())))
			.toList();
		assertThat(rows("istos.")).containsExactlyElementsOf(expected);
	}

	@Test
	void everyKeyHasItsLine() {
		List<String> expected = Stream.of(IstosKey.values())
			.map((key) -> "| `" + key.asString() + "` | " + key.meaning() + " |")
			.toList();
		assertThat(this.lines).containsSequence(expected);
	}

	@Test
	void everyOutcomeHasItsLine() {
		Stream.of(CallOutcome.values(), LeaseOutcome.values(), RenewalAnswer.values())
			.flatMap(Stream::of)
			.map(IstosKey::value)
			.forEach((outcome) -> assertThat(this.lines).as(outcome)
				.anyMatch((line) -> line.startsWith("| `" + outcome + "` |")));
	}

	private List<String> rows(String prefix) {
		return this.lines.stream().filter((line) -> line.startsWith("| `" + prefix)).toList();
	}

	private static String row(String name, String type, String keys, String meaning) {
		return "| `" + name + "` | " + type + " | " + keys + " | " + meaning + " |";
	}

	private static String keys(KeyName... keys) {
		return Stream.of(keys).map((key) -> "`" + key.asString() + "`").collect(Collectors.joining(", "));
	}

	private static String type(IstosMeter meter) {
		String type = meter.getType().name().toLowerCase(Locale.ROOT).replace("distribution_", "");
		return (meter.getBaseUnit() == null) ? type : type + ", " + meter.getBaseUnit();
	}

}
