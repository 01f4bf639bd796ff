package io.istos.data;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.util.ClassUtils;

import io.istos.testing.TestDatabase;

/**
 * Contexts of applications that use Istos and have Spring Data JDBC.
 */
final class DataRunner {

	private DataRunner() {
	}

	static ApplicationContextRunner istos() {
		Class<?>[] classes = ImportCandidates.load(AutoConfiguration.class, null)
			.getCandidates()
			.stream()
			.filter((name) -> name.startsWith("io.istos."))
			.map((name) -> ClassUtils.resolveClassName(name, null))
			.toArray(Class<?>[]::new);
		return new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(classes));
	}

	static ApplicationContextRunner jdbc() {
		return istos().withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class,
				DataSourceTransactionManagerAutoConfiguration.class));
	}

	static ApplicationContextRunner on(TestDatabase database) {
		return jdbc().withPropertyValues("spring.datasource.url=" + database.jdbcUrl(),
				"spring.datasource.username=" + database.username(),
				"spring.datasource.password=" + database.password());
	}

}
