package io.istos.autoconfigure;

import java.time.Clock;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executor;

import javax.sql.DataSource;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.ObjectMapper;

import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.TransactionManager;

import io.istos.DurableCall;
import io.istos.Fence;
import io.istos.ResultCodec;
import io.istos.coordination.Coordination;
import io.istos.engine.AcquiredLease;
import io.istos.engine.DurableOperations;
import io.istos.engine.LeaseOptions;
import io.istos.engine.ScopeLeases;
import io.istos.storage.StoragePlugin;
import io.istos.storage.memory.InMemoryStoragePlugin;
import io.istos.testing.TestDatabase;
import io.istos.transaction.LedgerTransactions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

/**
 * What is published, and what makes way.
 */
class IstosAutoConfigurationTests {

	private final ApplicationContextRunner jdbc = Runners.databaseDown();

	@Test
	void publishesWhatApplicationsUse() {
		this.jdbc.run((context) -> {
			assertThat(context).getBean("istosDurableOperations").isInstanceOf(DurableOperations.class);
			assertThat(context).getBean("istosDurableCall").isInstanceOf(DurableCall.class);
			assertThat(context).getBean("istosScopeLeases").isInstanceOf(ScopeLeases.class);
			assertThat(context).getBean("istosFence").isInstanceOf(Fence.class);
			assertThat(context).getBean("istosCoordination").isInstanceOf(Coordination.class);
			assertThat(context).getBean("istosLedgerTransactions").isInstanceOf(LedgerTransactions.class);
			assertThat(context).hasSingleBean(StoragePlugin.class).hasSingleBean(ResultCodec.class);
		});
	}

	@Test
	void namesItsBeansAfterItself() {
		assertThat(added(this.jdbc)).isNotEmpty()
			.allMatch((name) -> name.startsWith("istos") || name.startsWith("io.istos."));
	}

	@Test
	void publishesNothingThatAnApplicationMightMeanOtherwise() {
		this.jdbc.run((context) -> {
			for (String name : added(this.jdbc)) {
				assertThat(context.getBean(name)).isNotInstanceOfAny(DataSource.class, TransactionManager.class,
						TransactionExecutionListener.class, JdbcOperations.class, JdbcClient.class, Clock.class,
						ObjectMapper.class, TaskScheduler.class, Executor.class, InitializingBean.class);
			}
		});
	}

	@Test
	void nothingOfTheApplicationDependsOnIt() {
		this.jdbc.run((context) -> {
			ConfigurableListableBeanFactory beans = context.getBeanFactory();
			Set<String> added = added(this.jdbc);
			for (String name : added) {
				assertThat(added).containsAll(Set.of(beans.getDependentBeans(name)));
			}
		});
	}

	private static Set<String> added(ApplicationContextRunner runner) {
		Set<String> names = new TreeSet<>();
		runner.run((context) -> names.addAll(Set.of(context.getBeanDefinitionNames())));
		runner.withPropertyValues("istos.enabled=false")
			.run((context) -> names.removeAll(Set.of(context.getBeanDefinitionNames())));
		return names;
	}

	@Test
	void disabledTouchesNothing() {
		Runners.istos()
			.withPropertyValues("istos.enabled=false", "istos.durable.lease=nonsense")
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean(DurableOperations.class)
				.doesNotHaveBean(StoragePlugin.class)
				.doesNotHaveBean(ResultCodec.class)
				.doesNotHaveBean(IstosProperties.class));
	}

	@Test
	void storesInMemoryOnlyIfAskedTo() {
		this.jdbc.run((context) -> assertThat(context).doesNotHaveBean(InMemoryStoragePlugin.class));
		Runners.inMemory()
			.run((context) -> assertThat(context).getBean(StoragePlugin.class)
				.isInstanceOf(InMemoryStoragePlugin.class));
	}

	@Test
	void memoryNeedsNoDataSource() {
		Runners.inMemory().run((context) -> {
			Calls calls = Calls.of(context);
			assertThat(calls.call("key", "first")).isEqualTo("first");
			assertThat(calls.call("key", "second")).isEqualTo("first");
		});
	}

	@Test
	void makesWayForAStoreOfTheApplication() {
		Runners.istos()
			.withUserConfiguration(OwnStore.class)
			.run((context) -> assertThat(context).hasNotFailed()
				.hasSingleBean(StoragePlugin.class)
				.hasBean("ownStore")
				.doesNotHaveBean("istosPostgresLifecycle"));
	}

	@Test
	void makesWayForACodecOfTheApplication() {
		Runners.inMemory()
			.withUserConfiguration(OwnCodec.class)
			.run((context) -> assertThat(context).hasNotFailed().hasSingleBean(ResultCodec.class).hasBean("ownCodec"));
	}

	@Test
	void makesWayForAnEngineOfTheApplication() {
		Runners.inMemory()
			.withUserConfiguration(OwnEngine.class)
			.run((context) -> assertThat(context).hasNotFailed()
				.hasSingleBean(DurableOperations.class)
				.hasBean("ownEngine"));
	}

	@Test
	void makesWayForAnEngineOfLeasesOfTheApplication() {
		Runners.inMemory()
			.withUserConfiguration(OwnLeases.class)
			.run((context) -> assertThat(context).hasNotFailed().hasSingleBean(ScopeLeases.class).hasBean("ownLeases"));
	}

	@Test
	void leasesLastAsLongAsThePropertySays() {
		try (TestDatabase database = TestDatabase.create()) {
			Runners.on(database).withPropertyValues("istos.scope-lease.ttl=1h").run((context) -> {
				ScopeLeases leases = context.getBean(ScopeLeases.class);
				try (AcquiredLease lease = leases.tryAcquire("job", LeaseOptions.defaults()).orElseThrow()) {
					assertThat(lease.lost()).isEmpty();
					assertThat(new JdbcTemplate(database.dataSource()).queryForObject(
							"SELECT deadline - acquired_at BETWEEN interval '59m' AND interval '61m' FROM istos.istos_lease",
							Boolean.class))
						.isTrue();
				}
			});
		}
	}

	@Test
	void worksWithLazyInitialization() {
		Runners.inMemory()
			.withInitializer((context) -> context
				.addBeanFactoryPostProcessor(new org.springframework.boot.LazyInitializationBeanFactoryPostProcessor()))
			.run((context) -> assertThat(started(context)).isTrue());
	}

	@Test
	void aStoppedContextGoesOnAfterItsNextStart() {
		Runners.inMemory().run((context) -> {
			Calls calls = Calls.of(context);
			context.getSourceApplicationContext().stop();
			assertThat(started(context)).isFalse();
			context.getSourceApplicationContext().start();
			assertThat(started(context)).isTrue();
			assertThat(calls.call("key", "first")).isEqualTo("first");
		});
	}

	@Test
	void aChildContextSharesTheEngineOfItsParent() {
		Runners.inMemory().run((parent) -> Runners.inMemory().withParent(parent).run((child) -> {
			assertThat(child.getBean(DurableOperations.class)).isSameAs(parent.getBean(DurableOperations.class));
			assertThat(child.getBean(ScopeLeases.class)).isSameAs(parent.getBean(ScopeLeases.class));
		}));
	}

	private static boolean started(AssertableApplicationContext context) {
		return context.getBean(IstosLifecycle.class).isRunning();
	}

	@Configuration(proxyBeanMethods = false)
	static class OwnStore {

		@Bean
		StoragePlugin ownStore() {
			return new InMemoryStoragePlugin();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class OwnCodec {

		@Bean
		ResultCodec ownCodec() {
			ResultCodec codec = mock(ResultCodec.class);
			given(codec.encode(any(), any())).willReturn("1");
			return codec;
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class OwnLeases {

		@Bean
		ScopeLeases ownLeases(DurableOperations operations) {
			return new ScopeLeases(operations, Duration.ofMinutes(5), (event) -> {
			});
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class OwnEngine {

		@Bean
		DurableOperations ownEngine(StoragePlugin store, ResultCodec codec) {
			return new DurableOperations(store, codec, new LedgerTransactions(() -> null),
					io.istos.engine.EngineSettings.defaults("own"), DurableOperations.Collaborators.none());
		}

	}

}
