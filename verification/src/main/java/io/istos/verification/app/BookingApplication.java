package io.istos.verification.app;

import javax.sql.DataSource;

import jakarta.persistence.EntityManagerFactory;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;
import org.springframework.context.annotation.Profile;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.orm.jpa.JpaTransactionManager;

import io.istos.LeaseEvent;
import io.istos.LeaseListener;
import io.istos.storage.StoragePlugin;
import io.istos.storage.postgres.PostgresSettings;
import io.istos.storage.postgres.PostgresStoragePlugin;

/**
 * The application under test: desks of several kinds over one table. The profile
 * {@code jpa} adds the one that uses JPA. A bean of type {@link Steps} learns where calls
 * are.
 */
@SpringBootApplication
public class BookingApplication {

	@Bean
	@Primary
	DataSourceTransactionManager jdbcTransactionManager(DataSource dataSource) {
		return new DataSourceTransactionManager(dataSource);
	}

	@Bean
	@Profile("jpa")
	JpaTransactionManager jpaTransactionManager(EntityManagerFactory entityManagerFactory) {
		return new JpaTransactionManager(entityManagerFactory);
	}

	@Bean
	StoragePlugin storagePlugin(DataSource dataSource, Steps steps) {
		return new SteppingStoragePlugin(PostgresStoragePlugin.create(dataSource, PostgresSettings.defaults()), steps);
	}

	@Bean
	LeaseListener leaseListener(Steps steps) {
		return (event) -> {
			if (event instanceof LeaseEvent.Lost lost) {
				steps.lost(lost.scope(), lost.reason());
			}
		};
	}

}
