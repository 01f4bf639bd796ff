package io.istos.data;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.data.jdbc.repository.support.JdbcRepositoryFactory;

import io.istos.autoconfigure.LedgerDataSource;

/**
 * Repositories over a ledger in PostgreSQL, where the application has Spring Data JDBC.
 */
@AutoConfiguration(afterName = "io.istos.storage.postgres.IstosPostgresAutoConfiguration")
@ConditionalOnClass(JdbcRepositoryFactory.class)
@ConditionalOnBooleanProperty(name = "istos.enabled", matchIfMissing = true)
@ConditionalOnBean(type = "io.istos.storage.postgres.PostgresStoragePlugin")
final class IstosDataAutoConfiguration {

	@Bean
	LedgerRepositories istosLedgerRepositories(LedgerDataSource ledger, Environment environment) {
		return new LedgerRepositories(ledger.required(), environment.getProperty("istos.postgres.schema", "istos"));
	}

	@Bean
	@ConditionalOnMissingBean
	LedgerCalls istosLedgerCalls(LedgerRepositories repositories) {
		return repositories.create(LedgerCalls.class);
	}

	@Bean
	@ConditionalOnMissingBean
	LedgerLeases istosLedgerLeases(LedgerRepositories repositories) {
		return repositories.create(LedgerLeases.class);
	}

	@Bean
	@ConditionalOnMissingBean
	LedgerEvents istosLedgerEvents(LedgerRepositories repositories) {
		return repositories.create(LedgerEvents.class);
	}

}
