package io.istos.jackson;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

import io.istos.autoconfigure.PropertyRules;

/**
 * How results are stored.
 *
 * @param maxSize largest result to store, as UTF-8 encoded JSON
 */
@ConfigurationProperties("istos.results")
record ResultsProperties(@DefaultValue("1MB") DataSize maxSize) {

	/** As much as a field of PostgreSQL can hold. */
	private static final DataSize LARGEST = DataSize.ofGigabytes(1);

	ResultsProperties {
		PropertyRules.check(maxSize.toBytes() > 0 && maxSize.compareTo(LARGEST) <= 0, "istos.results.max-size", maxSize,
				"must lie between 1B and 1GB");
	}

}
