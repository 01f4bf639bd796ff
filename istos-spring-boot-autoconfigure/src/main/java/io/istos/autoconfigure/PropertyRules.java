package io.istos.autoconfigure;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;

import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.convert.DurationStyle;

/**
 * Refuses values while they are bound, in the name of their property.
 */
public final class PropertyRules {

	private static final List<ChronoUnit> UNITS = List.of(ChronoUnit.DAYS, ChronoUnit.HOURS, ChronoUnit.MINUTES,
			ChronoUnit.SECONDS);

	private PropertyRules() {
	}

	/**
	 * Refuse a value that is not as it must be.
	 * @param valid whether it is
	 * @param name the name of the property
	 * @param value its value
	 * @param reason what it must be
	 */
	public static void check(boolean valid, String name, Object value, String reason) {
		if (!valid) {
			throw new InvalidConfigurationPropertyValueException(name, value, reason);
		}
	}

	/**
	 * Refuse a duration out of bounds.
	 * @param name the name of the property
	 * @param value its value
	 * @param shortest the shortest that makes sense
	 * @param longest the longest that makes sense
	 */
	public static void checkDuration(String name, Duration value, Duration shortest, Duration longest) {
		check(value.compareTo(shortest) >= 0 && value.compareTo(longest) <= 0, name, print(value),
				"must lie between " + print(shortest) + " and " + print(longest));
	}

	/** As people write it: in the largest unit that needs no fraction. */
	private static String print(Duration duration) {
		ChronoUnit unit = UNITS.stream()
			.filter((candidate) -> duration.toMillis() % candidate.getDuration().toMillis() == 0)
			.findFirst()
			.orElse(ChronoUnit.MILLIS);
		return DurationStyle.SIMPLE.print(duration, duration.isZero() ? ChronoUnit.SECONDS : unit);
	}

}
