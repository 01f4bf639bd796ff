package io.istos.advice;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.springframework.core.annotation.MergedAnnotation;

import io.istos.Durability;
import io.istos.OnInFlight;

/**
 * Refuses attributes that would silently mean nothing.
 */
final class AttributeRules {

	private static final List<String> ATTRIBUTES = List.of("key", "fingerprint", "lease", "onInFlight", "waitAtMost",
			"onAbandoned", "onFailure", "recordFor", "holdFor", "releaseFor", "boundary", "storeResult", "retention");

	private static final Map<Durability, Set<String>> MEANINGFUL = new EnumMap<>(
			Map.of(Durability.AT_MOST_ONCE, Set.of(), Durability.AT_LEAST_ONCE, Set.of("key", "storeResult"),
					Durability.EXACTLY_ONCE, Set.copyOf(ATTRIBUTES)));

	private AttributeRules() {
	}

	static void check(MethodSource source, Durability durability) {
		MergedAnnotation<?> annotation = source.annotation();
		Set<String> meaningful = MEANINGFUL.getOrDefault(durability, Set.of());
		List<String> idle = ATTRIBUTES.stream()
			.filter((attribute) -> !meaningful.contains(attribute) && annotation.hasNonDefaultValue(attribute))
			.toList();
		source.refuseIf(!idle.isEmpty(), "sets " + String.join(", ", idle) + ", which means nothing with " + durability,
				"Remove it, or choose another durability");
		boolean waits = annotation.getEnum("onInFlight", OnInFlight.class) == OnInFlight.WAIT;
		source.refuseIf(!waits && annotation.hasNonDefaultValue("waitAtMost"),
				"sets waitAtMost, which means nothing with onInFlight REJECT",
				"Set onInFlight = OnInFlight.WAIT, or remove waitAtMost");
	}

}
