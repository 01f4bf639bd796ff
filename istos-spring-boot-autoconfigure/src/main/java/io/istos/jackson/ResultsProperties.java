package io.istos.jackson;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * How results are stored.
 *
 * @param maxSize largest result to store, as UTF-8 encoded JSON
 */
@ConfigurationProperties("istos.results")
record ResultsProperties(@DefaultValue("1MB") DataSize maxSize) {
}
