package io.istos.autoconfigure;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import io.istos.Boundary;
import io.istos.IstosDataSource;
import io.istos.IstosTransactionManager;
import io.istos.TransactionRequiredException;
import io.istos.engine.DurableOptions;
import io.istos.testing.TestDatabase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Which of an application's transactions decide about a call: those over the ledger.
 */
class TransactionsTests {

	private static TestDatabase database;

	private static TestDatabase other;

	@BeforeEach
	void createDatabases() {
		database = TestDatabase.create();
		other = TestDatabase.create();
		for (TestDatabase each : new TestDatabase[] { database, other }) {
			new JdbcTemplate(each.dataSource()).execute("create table booking (id text)");
		}
	}

	@AfterEach
	void dropDatabases() {
		database.close();
		other.close();
	}

	@Test
	void thoseOfTheOnlyManager() {
		Runners.on(database).run((context) -> assertDecides(context, manager(context)));
	}

	@Test
	void thoseOverTheMarkedDataSourceThoughAnotherOneIsPrimary() {
		Runners.istos(TransactionAutoConfiguration.class).withUserConfiguration(TwoDatabases.class).run((context) -> {
			assertDecides(context, context.getBean("managerOfLedger", PlatformTransactionManager.class));
			assertThat(tables(database)).isOne();
			assertThat(tables(other)).isZero();
		});
	}

	@Test
	void notThoseOverAnotherDatabase() {
		Runners.istos(TransactionAutoConfiguration.class).withUserConfiguration(TwoDatabases.class).run((context) -> {
			PlatformTransactionManager foreign = context.getBean("managerOfOther", PlatformTransactionManager.class);
			Calls calls = Calls.of(context, DurableOptions.defaults().withBoundary(Boundary.REQUIRED));
			assertThatExceptionOfType(TransactionRequiredException.class).isThrownBy(
					() -> new TransactionTemplate(foreign).execute((status) -> calls.callUnchecked("key", "result")));
		});
	}

	@Test
	void thoseOverALazyConnectionProxy() {
		assertDecides(LazyConnection.class);
	}

	@Test
	void thoseOverATransactionAwareProxy() {
		assertDecides(TransactionAware.class);
	}

	@Test
	void thoseOverAPoolerThatKnowsNoPreparedStatements() {
		Runners.on(database)
			.withPropertyValues("spring.datasource.url=" + database.jdbcUrl() + "?prepareThreshold=0")
			.run((context) -> {
				assertDecides(context, manager(context));
				Calls calls = Calls.of(context, "many", DurableOptions.defaults());
				for (int i = 0; i < 20; i++) {
					assertThat(calls.call("key-" + i, "result")).isEqualTo("result");
				}
				assertThat(context.getBean(HikariDataSource.class).getJdbcUrl()).contains("prepareThreshold=0");
			});
	}

	@Test
	void thoseOfTheOnlyManagerForAStoreInMemory() {
		Runners.on(database)
			.withPropertyValues("istos.storage.type=memory")
			.run((context) -> assertDecides(context, manager(context)));
	}

	@Test
	void thoseOfTheMarkedManagerForAStoreInMemory() {
		Runners.istos(TransactionAutoConfiguration.class)
			.withPropertyValues("istos.storage.type=memory")
			.withUserConfiguration(TwoDatabases.class)
			.run((context) -> assertDecides(context,
					context.getBean("managerOfLedger", PlatformTransactionManager.class)));
	}

	private static void assertDecides(Class<?> configuration) {
		Runners.istos(TransactionAutoConfiguration.class)
			.withUserConfiguration(configuration)
			.run((context) -> assertDecides(context, manager(context)));
	}

	/** Rolled back, the call is not done; committed, it is. */
	private static void assertDecides(AssertableApplicationContext context, PlatformTransactionManager manager)
			throws Exception {
		Calls calls = Calls.of(context, DurableOptions.defaults().withBoundary(Boundary.REQUIRED));
		TransactionTemplate transaction = new TransactionTemplate(manager);
		transaction.executeWithoutResult((status) -> {
			assertThat(calls.callUnchecked("key", "rolled back")).isEqualTo("rolled back");
			status.setRollbackOnly();
		});
		transaction.executeWithoutResult(
				(status) -> assertThat(calls.callUnchecked("key", "committed")).isEqualTo("committed"));
		transaction
			.executeWithoutResult((status) -> assertThat(calls.callUnchecked("key", "late")).isEqualTo("committed"));
	}

	private static PlatformTransactionManager manager(AssertableApplicationContext context) {
		return context.getBean(PlatformTransactionManager.class);
	}

	private static int tables(TestDatabase where) {
		Integer count = new JdbcTemplate(where.dataSource())
			.queryForObject("select count(*) from pg_tables where tablename = 'istos_idempotency'", Integer.class);
		return (count != null) ? count : -1;
	}

	@Configuration(proxyBeanMethods = false)
	static class TwoDatabases {

		@Bean
		@Primary
		DataSource other() {
			return other.hikari(2);
		}

		@Bean
		@IstosDataSource
		DataSource ledger() {
			return database.hikari(2);
		}

		@Bean
		@Primary
		JdbcTransactionManager managerOfOther(DataSource dataSource) {
			return new JdbcTransactionManager(dataSource);
		}

		@Bean
		@IstosTransactionManager
		JdbcTransactionManager managerOfLedger(@IstosDataSource DataSource dataSource) {
			return new JdbcTransactionManager(dataSource);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class LazyConnection {

		@Bean
		DataSource lazyConnection() {
			return new LazyConnectionDataSourceProxy(database.hikari(2));
		}

		@Bean
		JdbcTransactionManager manager(DataSource dataSource) {
			return new JdbcTransactionManager(dataSource);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class TransactionAware {

		@Bean
		DataSource transactionAware() {
			return new TransactionAwareDataSourceProxy(database.hikari(2));
		}

		@Bean
		JdbcTransactionManager manager(DataSource dataSource) {
			return new JdbcTransactionManager(dataSource);
		}

	}

}
