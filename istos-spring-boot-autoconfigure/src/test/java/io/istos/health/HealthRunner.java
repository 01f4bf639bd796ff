package io.istos.health;

import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.availability.ApplicationAvailabilityAutoConfiguration;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.health.actuate.endpoint.CompositeHealthDescriptor;
import org.springframework.boot.health.actuate.endpoint.HealthDescriptor;
import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.health.actuate.endpoint.IndicatedHealthDescriptor;
import org.springframework.boot.health.autoconfigure.actuate.endpoint.AvailabilityProbesAutoConfiguration;
import org.springframework.boot.health.autoconfigure.actuate.endpoint.HealthEndpointAutoConfiguration;
import org.springframework.boot.health.autoconfigure.application.AvailabilityHealthContributorAutoConfiguration;
import org.springframework.boot.health.autoconfigure.contributor.HealthContributorAutoConfiguration;
import org.springframework.boot.health.autoconfigure.registry.HealthContributorRegistryAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.util.ClassUtils;

import io.istos.testing.TestDatabase;

/**
 * Contexts of applications that use Istos and have a health endpoint.
 */
final class HealthRunner {

	private HealthRunner() {
	}

	static ApplicationContextRunner bare() {
		Class<?>[] classes = ImportCandidates.load(AutoConfiguration.class, null)
			.getCandidates()
			.stream()
			.filter((name) -> name.startsWith("io.istos."))
			.map((name) -> ClassUtils.resolveClassName(name, null))
			.toArray(Class<?>[]::new);
		return new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(classes));
	}

	static ApplicationContextRunner istos() {
		return bare().withConfiguration(AutoConfigurations.of(EndpointAutoConfiguration.class,
				ApplicationAvailabilityAutoConfiguration.class, HealthContributorAutoConfiguration.class,
				HealthContributorRegistryAutoConfiguration.class, HealthEndpointAutoConfiguration.class,
				AvailabilityHealthContributorAutoConfiguration.class, AvailabilityProbesAutoConfiguration.class));
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
	 * What the endpoint says of Istos.
	 */
	static IndicatedHealthDescriptor health(ApplicationContext context) {
		HealthDescriptor health = context.getBean(HealthEndpoint.class).healthForPath("istos");
		return (IndicatedHealthDescriptor) health;
	}

	/**
	 * The members of a group of the endpoint.
	 */
	static CompositeHealthDescriptor group(ApplicationContext context, String group) {
		return (CompositeHealthDescriptor) context.getBean(HealthEndpoint.class).healthForPath(group);
	}

}
