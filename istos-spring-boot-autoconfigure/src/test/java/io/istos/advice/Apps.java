package io.istos.advice;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;

import javax.sql.DataSource;

import org.h2.jdbcx.JdbcDataSource;

import org.springframework.aop.framework.Advised;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ContextConsumer;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.util.ClassUtils;

import io.istos.AbandonedResolver;
import io.istos.DurableCall;
import io.istos.ResultCodec;
import io.istos.engine.DurableOperations;
import io.istos.engine.EngineSettings;
import io.istos.storage.StoragePlugin;
import io.istos.storage.memory.InMemoryStoragePlugin;
import io.istos.transaction.LedgerTransactions;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Applications whose claims are in memory and whose transactions are real.
 */
final class Apps {

	private Apps() {
	}

	static ApplicationContextRunner app(Class<?>... configurations) {
		return bare(configurations).withUserConfiguration(Manager.class);
	}

	/**
	 * Without a transaction manager.
	 */
	static ApplicationContextRunner bare(Class<?>... configurations) {
		return new ApplicationContextRunner().withConfiguration(autoConfigurations())
			.withPropertyValues("istos.storage.type=memory")
			.withUserConfiguration(Engine.class)
			.withUserConfiguration(configurations);
	}

	/**
	 * What a test slice has.
	 */
	static ApplicationContextRunner adviceAlone(Class<?>... configurations) {
		return new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations
				.of(ClassUtils.resolveClassName("io.istos.autoconfigure.IstosAdviceAutoConfiguration", null)))
			.withUserConfiguration(configurations);
	}

	static AutoConfigurations autoConfigurations() {
		List<Class<?>> classes = new ArrayList<>(Arrays.asList(istos()));
		classes.add(TransactionAutoConfiguration.class);
		return AutoConfigurations.of(classes.toArray(Class<?>[]::new));
	}

	/**
	 * Every auto-configuration of this project.
	 */
	static Class<?>[] istos() {
		List<Class<?>> classes = new ArrayList<>();
		for (String name : ImportCandidates.load(AutoConfiguration.class, null)) {
			if (name.startsWith("io.istos.")) {
				classes.add(ClassUtils.resolveClassName(name, null));
			}
		}
		return classes.toArray(Class<?>[]::new);
	}

	static DataSource dataSource() {
		JdbcDataSource dataSource = new JdbcDataSource();
		dataSource.setUrl("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
		return dataSource;
	}

	static ContextConsumer<AssertableApplicationContext> refused(String reason) {
		return (context) -> {
			Throwable failure = context.getStartupFailure();
			while (failure != null && !(failure instanceof InvalidMethodException)) {
				failure = failure.getCause();
			}
			assertThat(failure).as("refusal").isNotNull().hasMessageContaining(reason);
		};
	}

	/**
	 * The advice of a proxy, in order.
	 */
	static List<String> chain(Object bean) {
		return Arrays.stream(((Advised) bean).getAdvisors())
			.map((advisor) -> advisor.getAdvice().getClass().getSimpleName())
			.toList();
	}

	/**
	 * The store's clock. Goes with that of the machine, unless it is moved.
	 */
	static final class Time implements InstantSource {

		private volatile Duration ahead = Duration.ZERO;

		@Override
		public Instant instant() {
			return Instant.now().plus(this.ahead);
		}

		void advance(Duration duration) {
			this.ahead = this.ahead.plus(duration);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Manager {

		@Bean
		PlatformTransactionManager transactionManager(DataSource dataSource) {
			return new JdbcTransactionManager(dataSource);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Engine {

		@Bean
		DataSource dataSource() {
			return Apps.dataSource();
		}

		@Bean
		Time time() {
			return new Time();
		}

		@Bean
		StoragePlugin storagePlugin(Time time) {
			return new InMemoryStoragePlugin(time);
		}

		@Bean
		LedgerTransactions ledgerTransactions(DataSource dataSource) {
			return new LedgerTransactions(() -> dataSource);
		}

		@Bean
		DurableCall durableCall(DurableOperations operations) {
			return operations.currentCall();
		}

		@Bean
		DurableOperations durableOperations(StoragePlugin store, ResultCodec codec, LedgerTransactions transactions,
				ObjectProvider<AbandonedResolver<?>> resolvers) {
			DurableOperations.Collaborators none = DurableOperations.Collaborators.none();
			return new DurableOperations(store, codec, transactions, EngineSettings.defaults("test"),
					new DurableOperations.Collaborators(none.keyScope(),
							(operation) -> resolvers.stream()
								.filter((resolver) -> resolver.operation().equals(operation))
								.findFirst()
								.orElse(null),
							none.traceId(), none.cipher(), none.listeners(), none.classLoader()));
		}

	}

}
