package io.istos.autoconfigure;

import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;

import io.istos.Contexts;
import io.istos.testing.TestDatabase;

/**
 * Contexts of applications that use Istos.
 */
final class Runners {

	private Runners() {
	}

	/** Istos alone: everything that its list of auto-configurations names. */
	static ApplicationContextRunner istos(Class<?>... others) {
		return Contexts.istos(others);
	}

	/** Istos beside what Boot configures for JDBC. */
	static ApplicationContextRunner jdbc() {
		return istos(DataSourceAutoConfiguration.class, DataSourceTransactionManagerAutoConfiguration.class,
				TransactionAutoConfiguration.class);
	}

	/** As {@link #jdbc()}, on a real database. */
	static ApplicationContextRunner on(TestDatabase database) {
		return jdbc().withPropertyValues(url(database));
	}

	static ApplicationContextRunner inMemory() {
		return istos().withPropertyValues("istos.storage.type=memory");
	}

	/** Nobody answers there. */
	static ApplicationContextRunner databaseDown() {
		return jdbc().withPropertyValues("spring.datasource.url=jdbc:postgresql://localhost:1/none",
				"spring.datasource.username=none", "spring.datasource.hikari.connection-timeout=250",
				"istos.postgres.connection-timeout=250ms");
	}

	static String[] url(TestDatabase database) {
		return Contexts.url(database);
	}

}
