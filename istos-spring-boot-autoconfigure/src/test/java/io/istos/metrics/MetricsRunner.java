package io.istos.metrics;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.util.ClassUtils;

import io.istos.testing.TestDatabase;

/**
 * Contexts of applications that use Istos, and what Boot brings of Micrometer.
 */
final class MetricsRunner {

	private MetricsRunner() {
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

	static ApplicationContextRunner inMemory() {
		return istos().withPropertyValues("istos.storage.type=memory");
	}

	static ApplicationContextRunner on(TestDatabase database) {
		return istos()
			.withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class,
					DataSourceTransactionManagerAutoConfiguration.class))
			.withPropertyValues("spring.datasource.url=" + database.jdbcUrl(),
					"spring.datasource.username=" + database.username(),
					"spring.datasource.password=" + database.password());
	}

	/**
	 * Meters and observations as Boot wires them, but with registries of the test's own.
	 */
	static AutoConfigurations micrometer() {
		return AutoConfigurations.of(MetricsAutoConfiguration.class, ObservationAutoConfiguration.class);
	}

}
