package io.istos.verification.history;

import javax.sql.DataSource;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.istos.storage.StoragePlugin;
import io.istos.storage.postgres.PostgresSettings;
import io.istos.storage.postgres.PostgresStoragePlugin;

/**
 * A node with nothing but the starter, or with a store that is careless on purpose.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class HistoryApplication {

	@Bean
	@ConditionalOnProperty("history.careless")
	StoragePlugin storagePlugin(DataSource dataSource) {
		return new CarelessStoragePlugin(PostgresStoragePlugin.create(dataSource, PostgresSettings.defaults()));
	}

}
