package io.istos.samples.payments.embedded;

import java.io.IOException;
import java.nio.file.Path;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Starts the embedded database unless {@code spring.datasource.url} names another one.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnExpression("'${spring.datasource.url:}'.empty")
class EmbeddedDatabaseConfiguration {

	@Bean
	EmbeddedDatabase embeddedDatabase(@Value("${payments.database}") Path directory) throws IOException {
		return EmbeddedDatabase.in(directory);
	}

}
