package io.istos.metrics;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import io.istos.Contexts;
import io.istos.testing.TestDatabase;

/**
 * Contexts of applications that use Istos, and what Boot brings of Micrometer.
 */
final class MetricsRunner {

	private MetricsRunner() {
	}

	static ApplicationContextRunner istos() {
		return Contexts.istos();
	}

	static ApplicationContextRunner inMemory() {
		return istos().withPropertyValues("istos.storage.type=memory");
	}

	static ApplicationContextRunner on(TestDatabase database) {
		return Contexts.on(database, istos());
	}

	/**
	 * Meters and observations as Boot wires them, but with registries of the test's own.
	 */
	static AutoConfigurations micrometer() {
		return AutoConfigurations.of(MetricsAutoConfiguration.class, ObservationAutoConfiguration.class);
	}

}
