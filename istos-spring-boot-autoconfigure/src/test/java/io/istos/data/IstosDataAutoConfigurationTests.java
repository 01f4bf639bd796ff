package io.istos.data;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.Test;

import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.data.domain.Pageable;
import org.springframework.data.jdbc.core.JdbcAggregateOperations;
import org.springframework.data.jdbc.core.convert.DataAccessStrategy;
import org.springframework.data.jdbc.core.convert.JdbcConverter;
import org.springframework.data.jdbc.core.convert.JdbcCustomConversions;
import org.springframework.data.jdbc.repository.support.JdbcRepositoryFactory;
import org.springframework.data.mapping.context.MappingContext;
import org.springframework.data.relational.core.dialect.Dialect;
import org.springframework.data.repository.core.support.RepositoryFactoryInformation;
import org.springframework.data.repository.core.support.RepositoryFactorySupport;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcOperations;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import io.istos.IstosDataSource;
import io.istos.engine.DurableOperations;
import io.istos.engine.DurableOptions;
import io.istos.testing.TestDatabase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verifyNoInteractions;

/**
 * When there are repositories over the ledger, and what comes with them.
 */
class IstosDataAutoConfigurationTests {

	private static final Class<?>[] CANDIDATES = { RepositoryFactoryInformation.class, RepositoryFactorySupport.class,
			JdbcAggregateOperations.class, DataAccessStrategy.class, JdbcConverter.class, JdbcCustomConversions.class,
			MappingContext.class, Dialect.class, JdbcOperations.class, NamedParameterJdbcOperations.class };

	@Test
	void readsWhatTheEngineWrites() {
		try (TestDatabase database = TestDatabase.create()) {
			DataRunner.on(database).withPropertyValues("istos.namespace=shop").run((context) -> {
				pay(context, "4711");
				LedgerCall call = context.getBean(LedgerCalls.class)
					.findByNamespaceAndOperationAndKey("shop", "pay", "4711")
					.orElseThrow();
				assertThat(call.state()).isEqualTo(CallState.DONE);
				assertThat(call.attempts()).isOne();
				assertThat(context.getBean(LedgerEvents.class).findByNamespaceAndKey("shop", "pay", Pageable.unpaged()))
					.extracting(LedgerEvent::idempotencyKey)
					.containsExactly("4711");
				assertThat(context.getBean(LedgerLeases.class).findAll(Pageable.unpaged())).isEmpty();
			});
		}
	}

	@Test
	void readsTheConfiguredSchema() {
		try (TestDatabase database = TestDatabase.create()) {
			DataRunner.on(database).withPropertyValues("istos.postgres.schema=order_ledger").run((context) -> {
				pay(context, "4711");
				assertThat(context.getBean(LedgerCalls.class).countByState(CallState.DONE)).isOne();
			});
		}
	}

	@Test
	void readsTheMarkedDataSource() {
		try (TestDatabase database = TestDatabase.create()) {
			DataRunner.istos()
				.withUserConfiguration(PrimaryDown.class)
				.withBean(Marked.class, () -> new Marked(database))
				.run((context) -> {
					pay(context, "4711");
					assertThat(context.getBean(LedgerCalls.class).countByState(CallState.DONE)).isOne();
				});
		}
	}

	@Test
	void readsInTheTransactionOfItsCaller() {
		try (TestDatabase database = TestDatabase.create()) {
			DataRunner.on(database)
				.withPropertyValues("spring.datasource.hikari.maximum-pool-size=1")
				.run((context) -> {
					LedgerCalls calls = context.getBean(LedgerCalls.class);
					pay(context, "4711");
					new TransactionTemplate(context.getBean(PlatformTransactionManager.class))
						.executeWithoutResult((status) -> assertThat(
								calls.countByState(CallState.DONE) + calls.countByState(CallState.DONE))
							.isEqualTo(2));
				});
		}
	}

	@Test
	void publishesNothingThatOtherRepositoriesWouldPickUp() {
		down().run((context) -> {
			assertThat(context).hasSingleBean(LedgerCalls.class);
			for (Class<?> candidate : CANDIDATES) {
				assertThat(context).doesNotHaveBean(candidate);
			}
			assertThat(context.getBeanNamesForType(LedgerRepositories.class))
				.containsExactly("istosLedgerRepositories");
		});
	}

	@Test
	void startsWhileTheDatabaseIsDown() {
		down().run((context) -> assertThat(context).hasNotFailed()
			.hasBean("istosLedgerCalls")
			.hasBean("istosLedgerLeases")
			.hasBean("istosLedgerEvents"));
	}

	@Test
	void opensNoConnectionBeforeTheFirstQuestion() {
		DataSource dataSource = mock(DataSource.class);
		LedgerRepositories repositories = new LedgerRepositories(dataSource, "istos");
		repositories.create(LedgerCalls.class);
		repositories.create(LedgerLeases.class);
		repositories.create(LedgerEvents.class);
		verifyNoInteractions(dataSource);
	}

	@Test
	void backsOffWithoutSpringDataJdbc() {
		down().withClassLoader(new FilteredClassLoader(JdbcRepositoryFactory.class))
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(IstosDataAutoConfiguration.class));
	}

	@Test
	void backsOffWithoutSpringData() {
		down().withClassLoader(new FilteredClassLoader("org.springframework.data"))
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(IstosDataAutoConfiguration.class));
	}

	@Test
	void backsOffWithoutLedgerInPostgres() {
		DataRunner.istos()
			.withPropertyValues("istos.storage.type=memory")
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(LedgerCalls.class));
	}

	@Test
	void backsOffWhenIstosIsDisabled() {
		down().withPropertyValues("istos.enabled=false")
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(LedgerCalls.class));
	}

	private static ApplicationContextRunner down() {
		return DataRunner.jdbc()
			.withPropertyValues("spring.datasource.url=jdbc:postgresql://localhost:1/none",
					"spring.datasource.hikari.connection-timeout=250", "istos.postgres.connection-timeout=250ms");
	}

	private static void pay(ApplicationContext context, String key) throws Exception {
		context.getBean(DurableOperations.class)
			.define("pay", String.class, DurableOptions.defaults())
			.call(key, null, () -> "paid");
	}

	@Configuration(proxyBeanMethods = false)
	static class PrimaryDown {

		@Bean
		@Primary
		DataSource primary() {
			return mock(DataSource.class);
		}

	}

	@IstosDataSource
	static class Marked extends HikariDataSource {

		Marked(TestDatabase database) {
			setJdbcUrl(database.jdbcUrl());
			setUsername(database.username());
			setPassword(database.password());
		}

	}

}
