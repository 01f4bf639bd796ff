package io.istos.health;

import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.availability.ApplicationAvailabilityAutoConfiguration;
import org.springframework.boot.health.actuate.endpoint.CompositeHealthDescriptor;
import org.springframework.boot.health.actuate.endpoint.HealthDescriptor;
import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.health.actuate.endpoint.IndicatedHealthDescriptor;
import org.springframework.boot.health.autoconfigure.actuate.endpoint.AvailabilityProbesAutoConfiguration;
import org.springframework.boot.health.autoconfigure.actuate.endpoint.HealthEndpointAutoConfiguration;
import org.springframework.boot.health.autoconfigure.application.AvailabilityHealthContributorAutoConfiguration;
import org.springframework.boot.health.autoconfigure.contributor.HealthContributorAutoConfiguration;
import org.springframework.boot.health.autoconfigure.registry.HealthContributorRegistryAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

import io.istos.Contexts;
import io.istos.testing.TestDatabase;

/**
 * Contexts of applications that use Istos and have a health endpoint.
 */
final class HealthRunner {

	private HealthRunner() {
	}

	static ApplicationContextRunner bare() {
		return Contexts.istos();
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
		return Contexts.on(database, istos());
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
