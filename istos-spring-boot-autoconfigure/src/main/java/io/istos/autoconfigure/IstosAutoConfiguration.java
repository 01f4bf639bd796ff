package io.istos.autoconfigure;

import java.time.Duration;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.core.env.Environment;

import io.istos.AbandonedResolver;
import io.istos.DurableCall;
import io.istos.Fence;
import io.istos.IstosDataSource;
import io.istos.IstosReservedDataSource;
import io.istos.KeyScope;
import io.istos.LeaseListener;
import io.istos.ResultCipher;
import io.istos.ResultCodec;
import io.istos.admin.AdminSettings;
import io.istos.admin.DurableAdmin;
import io.istos.admin.KeyMask;
import io.istos.coordination.Coordination;
import io.istos.engine.DurableOperations;
import io.istos.engine.EngineListener;
import io.istos.engine.EngineSettings;
import io.istos.engine.ScopeLeases;
import io.istos.storage.StorageDecorator;
import io.istos.storage.StoragePlugin;
import io.istos.transaction.LedgerTransactions;

/**
 * The trunk: the engine over whatever store there is. Opens no connection, and no bean of
 * the application's depends on it unless the application says so.
 */
@AutoConfiguration(after = DataSourceAutoConfiguration.class)
@ConditionalOnBooleanProperty(name = "istos.enabled", matchIfMissing = true)
@EnableConfigurationProperties(IstosProperties.class)
@ImportRuntimeHints(ManagerHints.class)
final class IstosAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	LedgerDataSource istosLedgerDataSource(ConfigurableListableBeanFactory beans,
			ObjectProvider<DataSource> dataSources, @IstosDataSource ObjectProvider<DataSource> marked,
			@IstosReservedDataSource ObjectProvider<DataSource> reserved) {
		return new LedgerDataSource(beans, dataSources, marked, reserved);
	}

	@Bean
	@ConditionalOnMissingBean
	LedgerResource istosLedgerResource(IstosProperties properties, LedgerDataSource dataSource,
			ConfigurableListableBeanFactory beans) {
		boolean inMemory = (properties.storage().type() == IstosProperties.Storage.Type.MEMORY);
		return new LedgerResource(inMemory, dataSource, new LedgerManager(beans));
	}

	@Bean
	@ConditionalOnMissingBean
	LedgerTransactions istosLedgerTransactions(LedgerResource resource) {
		return new LedgerTransactions(resource::get);
	}

	@Bean
	@ConditionalOnMissingBean
	Contributions istosContributions(ObjectProvider<KeyScope> keyScope, ObjectProvider<AbandonedResolver<?>> resolvers,
			ObjectProvider<ResultCipher> cipher, ObjectProvider<LeaseListener> leaseListeners,
			ObjectProvider<EngineListener> engineListeners, ObjectProvider<StorageDecorator> decorators) {
		return new Contributions(keyScope, resolvers, cipher, leaseListeners, engineListeners, decorators);
	}

	@Bean
	@ConditionalOnMissingBean
	DurableOperations istosDurableOperations(StoragePlugin store, ObjectProvider<ResultCodec> codecs,
			LedgerTransactions transactions, IstosProperties properties, Contributions contributions,
			ConfigurableApplicationContext context) {
		return new DurableOperations(contributions.decorate(store), codec(codecs), transactions,
				settings(properties, context), contributions.collaborators(context.getClassLoader()));
	}

	private static ResultCodec codec(ObjectProvider<ResultCodec> codecs) {
		ResultCodec codec = codecs.getIfAvailable();
		if (codec == null) {
			throw new SetupException("Istos stores results as JSON, but there is no ResultCodec.",
					"Add the dependency org.springframework.boot:spring-boot-starter-jackson, or publish a "
							+ "ResultCodec bean.");
		}
		return codec;
	}

	private static EngineSettings settings(IstosProperties properties, ConfigurableApplicationContext context) {
		IstosProperties.Durable durable = properties.durable();
		IstosProperties.Purge purge = properties.purge();
		return new EngineSettings(properties.namespace(), InstanceName.of(properties, context.getEnvironment()),
				durable.boundary(), durable.lease(), durable.retention(), durable.completionTimeout(),
				properties.shutdownTimeout(), new EngineSettings.Purge(purge.enabled(), purge.interval(),
						purge.batchSize(), purge.eventLogRetention()));
	}

	@Bean
	@ConditionalOnMissingBean
	DurableCall istosDurableCall(DurableOperations operations) {
		return operations.currentCall();
	}

	@Bean
	@ConditionalOnMissingBean
	ScopeLeases istosScopeLeases(DurableOperations operations, IstosProperties properties, Contributions contributions,
			ApplicationEventPublisher publisher) {
		return new ScopeLeases(operations, properties.scopeLease().ttl(), contributions.leaseListener(publisher));
	}

	@Bean
	@ConditionalOnMissingBean
	Fence istosFence(ScopeLeases leases) {
		return leases.fence();
	}

	@Bean
	@ConditionalOnMissingBean
	Coordination istosCoordination(StoragePlugin store, ObjectProvider<ResultCodec> codecs,
			DurableOperations operations, IstosProperties properties, Environment environment,
			Contributions contributions) {
		return new Coordination(contributions.decorate(store), codec(codecs), operations::namespace,
				InstanceName.of(properties, environment));
	}

	@Bean
	@ConditionalOnMissingBean
	DurableAdmin istosDurableAdmin(StoragePlugin store, DurableOperations operations,
			ObjectProvider<ResultCodec> codecs, IstosProperties properties, ObjectProvider<KeyMask> keyMask) {
		return new DurableAdmin(store, operations, codec(codecs), adminSettings(properties, keyMask.getIfAvailable()));
	}

	private static AdminSettings adminSettings(IstosProperties properties, @Nullable KeyMask own) {
		String namespace = properties.namespace();
		Duration retention = properties.durable().retention();
		return (own == null && properties.admin().maskKeys()) ? AdminSettings.masked(namespace, retention)
				: new AdminSettings(namespace, retention, own);
	}

	@Bean
	@ConditionalOnMissingBean
	IstosLifecycle istosLifecycle(ConfigurableApplicationContext context, DurableOperations operations,
			Contributions contributions, LedgerResource resource, LedgerTransactions transactions) {
		return new IstosLifecycle(context, operations, () -> {
			resource.check(transactions);
			contributions.check();
		});
	}

}
