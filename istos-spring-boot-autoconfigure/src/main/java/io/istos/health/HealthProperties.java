package io.istos.health;

import java.time.Duration;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import io.istos.autoconfigure.PropertyRules;

/**
 * The settings of the health.
 *
 * @param timeout how long the store may take to answer before it counts as down
 */
@ConfigurationProperties("istos.health")
record HealthProperties(@DefaultValue("2s") Duration timeout) {

	private static final Duration SHORTEST = Duration.ofMillis(10);

	private static final Duration LONGEST = Duration.ofMinutes(1);

	HealthProperties {
		PropertyRules.checkDuration("istos.health.timeout", timeout, SHORTEST, LONGEST);
	}

}
