package io.istos.verification.lease;

import javax.sql.DataSource;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionOperations;

import io.istos.Fence;
import io.istos.storage.StoragePlugin;
import io.istos.storage.postgres.PostgresSettings;
import io.istos.storage.postgres.PostgresStoragePlugin;

/**
 * A node that works under leases.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class LeaseApplication {

	@Bean
	StoragePlugin storagePlugin(DataSource dataSource) {
		return new WitnessStoragePlugin(PostgresStoragePlugin.create(dataSource, PostgresSettings.defaults()),
				dataSource);
	}

	@Bean
	Till till(JdbcTemplate jdbc, TransactionOperations transaction, Fence fence,
			@Value("${spring.application.name}") String node) {
		return new Till(jdbc, transaction, fence, node);
	}

	@Bean
	Teller teller(Till till, @Value("${lease.fenced}") boolean fenced) {
		return fenced ? new FencedTeller(till) : new UnfencedTeller(till);
	}

}
