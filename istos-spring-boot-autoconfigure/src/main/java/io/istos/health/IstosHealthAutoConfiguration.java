package io.istos.health;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

import io.istos.engine.DurableOperations;
import io.istos.storage.OperatorStore;

/**
 * Contributes {@code istos} to the health of an application that has one.
 */
@AutoConfiguration(afterName = { "io.istos.autoconfigure.IstosAutoConfiguration",
		"io.istos.storage.postgres.IstosPostgresAutoConfiguration",
		"io.istos.storage.memory.IstosMemoryAutoConfiguration" })
@ConditionalOnClass(HealthIndicator.class)
@ConditionalOnBooleanProperty(name = "istos.enabled", matchIfMissing = true)
@ConditionalOnBean(DurableOperations.class)
@ConditionalOnSingleCandidate(OperatorStore.class)
@EnableConfigurationProperties(HealthProperties.class)
final class IstosHealthAutoConfiguration {

	@Bean
	@ConditionalOnEnabledHealthIndicator("istos")
	@ConditionalOnMissingBean(name = { "istosHealthIndicator", "istosHealthContributor" })
	IstosHealthIndicator istosHealthIndicator(OperatorStore store, DurableOperations operations,
			HealthProperties properties) {
		return new IstosHealthIndicator(new StoreProbe(store, properties.timeout()), operations::status);
	}

}
