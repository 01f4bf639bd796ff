package io.istos.metrics;

import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ImportRuntimeHints;

import io.istos.engine.DurableOperations;
import io.istos.storage.StorageListener;
import io.istos.storage.StoragePlugin;

/**
 * Meters and observations, where the application has registries for them.
 */
@AutoConfiguration(afterName = {
		"org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
		"org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration" })
@ConditionalOnClass({ MeterRegistry.class, ObservationRegistry.class })
@ConditionalOnBean(MeterRegistry.class)
@ConditionalOnBooleanProperty(name = "istos.enabled", matchIfMissing = true)
@EnableConfigurationProperties(MetricsProperties.class)
@ImportRuntimeHints(IstosMetricsAutoConfiguration.Hints.class)
final class IstosMetricsAutoConfiguration {

	@Bean
	CountingListener istosCountingListener(MeterRegistry registry) {
		return new CountingListener(registry);
	}

	@Bean
	ObservingListener istosObservingListener(ObjectProvider<ObservationRegistry> registry) {
		return new ObservingListener(registry.getIfUnique(() -> ObservationRegistry.NOOP));
	}

	@Bean
	ObservedStorage istosObservedStorage(ObjectProvider<ObservationRegistry> observations, MeterRegistry meters) {
		return new ObservedStorage(observations.getIfUnique(() -> ObservationRegistry.NOOP), meters);
	}

	@Bean
	StorageListener istosBatchSizes(MeterRegistry registry) {
		return (statement, items) -> DistributionSummary.builder(IstosMeter.BATCH.getName())
			.description(IstosMeter.BATCH.meaning())
			.tag(IstosKey.OPERATION.asString(), statement)
			.register(registry)
			.record(items);
	}

	@Bean
	LedgerSample istosLedgerSample(StoragePlugin store, DurableOperations operations, MetricsProperties properties) {
		return new LedgerSample(() -> store.summary(operations.applicationNamespace()), properties.ledgerInterval(),
				System::nanoTime);
	}

	@Bean
	IstosGauges istosGauges(DurableOperations operations, LedgerSample ledger) {
		return new IstosGauges(operations, ledger);
	}

	/** The store is observed through a proxy. */
	static final class Hints implements RuntimeHintsRegistrar {

		@Override
		public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
			hints.proxies().registerJdkProxy(StoragePlugin.class);
		}

	}

}
