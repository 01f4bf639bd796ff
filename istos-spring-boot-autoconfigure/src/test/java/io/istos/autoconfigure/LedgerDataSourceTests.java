package io.istos.autoconfigure;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.Test;

import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;

import io.istos.IstosDataSource;
import io.istos.IstosReservedDataSource;
import io.istos.transaction.LedgerTransactions;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which {@code DataSource} holds the ledger.
 */
class LedgerDataSourceTests {

	private final ApplicationContextRunner runner = Runners.istos()
		.withPropertyValues("istos.postgres.connection-timeout=250ms");

	@Test
	void theOnlyOne() {
		expect("one", One.class);
	}

	@Test
	void thePrimaryOne() {
		expect("primary", One.class, PrimaryOne.class);
	}

	@Test
	void theMarkedOneBeforeThePrimaryOne() {
		expect("marked", One.class, PrimaryOne.class, MarkedOne.class);
	}

	@Test
	void theOneThatIsNotReserved() {
		expect("one", One.class, ReservedOne.class);
	}

	@Test
	void theReservedPoolMayHideFromOtherInjectionPoints() {
		this.runner.withUserConfiguration(One.class, HiddenReserved.class).run((context) -> {
			LedgerDataSource ledger = context.getBean(LedgerDataSource.class);
			assertThat(ledger.required()).isSameAs(context.getBean("one"));
			assertThat(ledger.reserved()).isSameAs(context.getBean("hiddenReserved"));
		});
	}

	@Test
	void theTargetOfATransactionAwareProxySinceManagersKnowThat() {
		this.runner.withUserConfiguration(TransactionAware.class).run((context) -> {
			TransactionAwareDataSourceProxy proxy = context.getBean(TransactionAwareDataSourceProxy.class);
			assertThat(context.getBean(LedgerDataSource.class).required()).isSameAs(proxy.getTargetDataSource());
			assertThat(context.getBean(LedgerTransactions.class)
				.isOverLedger(context.getBean(PlatformTransactionManager.class))).isTrue();
		});
	}

	@Test
	void aLazyConnectionProxyAsItIs() {
		this.runner.withUserConfiguration(LazyConnection.class).run((context) -> {
			assertThat(context.getBean(LedgerDataSource.class).required())
				.isSameAs(context.getBean(LazyConnectionDataSourceProxy.class));
			assertThat(context.getBean(LedgerTransactions.class)
				.isOverLedger(context.getBean(PlatformTransactionManager.class))).isTrue();
		});
	}

	@Test
	void noneFailsWithBothRemedies() {
		FailureAnalysis analysis = failure();
		assertThat(analysis.getDescription()).contains("no DataSource");
		assertThat(analysis.getAction()).contains("spring.datasource.url", "istos.storage.type=memory");
	}

	@Test
	void severalFailWithTheCandidatesAndTheRemedy() {
		FailureAnalysis analysis = failure(One.class, Other.class);
		assertThat(analysis.getDescription()).contains("one, other");
		assertThat(analysis.getAction()).contains("@IstosDataSource", "@Primary");
	}

	@Test
	void severalMarkedFailWithTheirNames() {
		assertThat(failure(MarkedOne.class, MarkedOther.class).getDescription()).contains("@IstosDataSource",
				"marked, markedOther");
	}

	private void expect(String name, Class<?>... configurations) {
		this.runner.withUserConfiguration(configurations)
			.run((context) -> assertThat(context.getBean(LedgerDataSource.class).required())
				.isSameAs(context.getBean(name)));
	}

	private FailureAnalysis failure(Class<?>... configurations) {
		FailureAnalysis[] analysis = new FailureAnalysis[1];
		this.runner.withUserConfiguration(configurations)
			.run((context) -> analysis[0] = Analyses.of(context.getStartupFailure()));
		return analysis[0];
	}

	private static HikariDataSource pool() {
		HikariDataSource pool = new HikariDataSource();
		pool.setJdbcUrl("jdbc:postgresql://localhost:1/none");
		return pool;
	}

	@Configuration(proxyBeanMethods = false)
	static class One {

		@Bean
		DataSource one() {
			return pool();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Other {

		@Bean
		DataSource other() {
			return pool();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class PrimaryOne {

		@Bean
		@Primary
		DataSource primary() {
			return pool();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class MarkedOne {

		@Bean
		@IstosDataSource
		DataSource marked() {
			return pool();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class MarkedOther {

		@Bean
		@IstosDataSource
		DataSource markedOther() {
			return pool();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class ReservedOne {

		@Bean
		@IstosReservedDataSource
		DataSource reserved() {
			return pool();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class HiddenReserved {

		@Bean(defaultCandidate = false)
		@IstosReservedDataSource
		DataSource hiddenReserved() {
			return pool();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class TransactionAware {

		@Bean
		DataSource transactionAware() {
			return new TransactionAwareDataSourceProxy(pool());
		}

		@Bean
		JdbcTransactionManager manager(DataSource dataSource) {
			return new JdbcTransactionManager(dataSource);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class LazyConnection {

		@Bean
		DataSource lazyConnection() {
			LazyConnectionDataSourceProxy proxy = new LazyConnectionDataSourceProxy();
			proxy.setTargetDataSource(pool());
			return proxy;
		}

		@Bean
		JdbcTransactionManager manager(DataSource dataSource) {
			return new JdbcTransactionManager(dataSource);
		}

	}

}
