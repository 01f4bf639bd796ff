package io.istos.metrics;

import java.time.Duration;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import io.istos.autoconfigure.PropertyRules;

/**
 * The settings of the meters.
 *
 * @param ledgerInterval the least time between two counts of what is abandoned or held in
 * the ledger. A scrape gets the last count, and never waits for the next
 */
@ConfigurationProperties("istos.metrics")
record MetricsProperties(@DefaultValue("30s") Duration ledgerInterval) {

	MetricsProperties {
		PropertyRules.checkDuration("istos.metrics.ledger-interval", ledgerInterval, Duration.ofMillis(1),
				Duration.ofDays(1));
	}

}
