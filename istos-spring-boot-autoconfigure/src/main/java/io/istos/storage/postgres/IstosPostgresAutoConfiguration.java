package io.istos.storage.postgres;

import java.util.List;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.util.function.SingletonSupplier;

import io.istos.autoconfigure.LedgerDataSource;
import io.istos.storage.StorageListener;
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
	PostgresStoragePlugin istosStoragePlugin(LedgerDataSource ledger, PostgresProperties properties,
			ObjectProvider<StorageListener> listeners) {
		DataSource dataSource = ledger.required();
		DataSource reserved = ledger.reserved();
		PostgresSettings settings = properties.settings();
		StorageListener listener = all(listeners);
		return (reserved != null) ? PostgresStoragePlugin.create(dataSource, reserved, settings, listener)
				: PostgresStoragePlugin.create(dataSource, settings, listener);
	}

	// Looked up when first needed, so that these beans may depend on the store.
	private static StorageListener all(ObjectProvider<StorageListener> listeners) {
		SingletonSupplier<List<StorageListener>> found = SingletonSupplier.of(() -> listeners.orderedStream().toList());
		return (statement, items) -> found.obtain().forEach((listener) -> listener.sent(statement, items));
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
