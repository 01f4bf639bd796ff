package io.istos.storage.postgres;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ImportRuntimeHints;

import io.istos.autoconfigure.LedgerDataSource;
import io.istos.storage.StoragePlugin;

/**
 * Keeps the ledger in PostgreSQL, unless the application brings a store of its own.
 */
@AutoConfiguration
@ConditionalOnBooleanProperty(name = "istos.enabled", matchIfMissing = true)
@ConditionalOnProperty(name = "istos.storage.type", havingValue = "postgres", matchIfMissing = true)
@ConditionalOnMissingBean(StoragePlugin.class)
@EnableConfigurationProperties(PostgresProperties.class)
@ImportRuntimeHints(IstosPostgresAutoConfiguration.Hints.class)
final class IstosPostgresAutoConfiguration {

	@Bean
	PostgresStoragePlugin istosStoragePlugin(LedgerDataSource ledger, PostgresProperties properties) {
		DataSource dataSource = ledger.required();
		DataSource reserved = ledger.reserved();
		PostgresSettings settings = properties.settings();
		return (reserved != null) ? PostgresStoragePlugin.create(dataSource, reserved, settings)
				: PostgresStoragePlugin.create(dataSource, settings);
	}

	@Bean
	PostgresLifecycle istosPostgresLifecycle(PostgresStoragePlugin plugin) {
		return new PostgresLifecycle(plugin);
	}

	/** Statements and schema are files; a pool is copied field by field. */
	static final class Hints implements RuntimeHintsRegistrar {

		@Override
		public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
			hints.resources().registerPattern("io/istos/storage/postgres/*.sql");
			hints.reflection()
				.registerTypeIfPresent(classLoader, "com.zaxxer.hikari.HikariConfig",
						MemberCategory.ACCESS_DECLARED_FIELDS);
		}

	}

}
