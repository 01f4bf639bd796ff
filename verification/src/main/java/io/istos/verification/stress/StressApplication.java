package io.istos.verification.stress;

import javax.sql.DataSource;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;

import io.istos.DurableCall;
import io.istos.storage.StoragePlugin;
import io.istos.storage.postgres.PostgresSettings;
import io.istos.storage.postgres.PostgresStoragePlugin;

/**
 * A node of the stress.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class StressApplication {

	@Bean
	StoragePlugin storagePlugin(DataSource dataSource, Freezer freezer, Tally tally,
			@Value("${stress.owner-check}") boolean ownerCheck) {
		PostgresStoragePlugin plugin = PostgresStoragePlugin.create(dataSource, PostgresSettings.defaults());
		StoragePlugin store = ownerCheck ? plugin : new CarelessStoragePlugin(plugin, dataSource);
		return new FreezingStoragePlugin(store, freezer, tally);
	}

	@Bean
	Performer performer(JdbcTemplate jdbc, DurableCall call, Freezer freezer, PlatformTransactionManager manager,
			@Value("${spring.application.name}") String node) {
		return new Performer(jdbc, call, freezer, manager, node);
	}

	@Bean
	Stage stage(Performer performer) {
		return new Stage(performer);
	}

}
