package io.istos.samples.stage;

import java.io.IOException;
import java.nio.file.Path;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.context.annotation.Bean;

/**
 * Starts the embedded database unless {@code spring.datasource.url} names another one.
 */
@AutoConfiguration(before = DataSourceAutoConfiguration.class)
@ConditionalOnExpression("'${spring.datasource.url:}'.empty")
class EmbeddedDatabaseAutoConfiguration {

	@Bean
	EmbeddedDatabase embeddedDatabase(@Value("${embedded-database}") Path directory) throws IOException {
		return EmbeddedDatabase.in(directory);
	}

}
