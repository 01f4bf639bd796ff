package io.istos.advice;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import javax.sql.DataSource;

import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ContextConsumer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionManager;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.TransactionManagementConfigurer;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.interceptor.TransactionAspectSupport;
import org.springframework.transaction.support.ResourceTransactionManager;

import io.istos.Boundary;
import io.istos.Durability;
import io.istos.Durable;
import io.istos.IstosTransactionManager;

import static org.assertj.core.api.Assertions.assertThat;

final class TransactionRulesTests {

	@Test
	void readOnlyIsRefused() {
		Apps.app(ReadOnly.class).run(Apps.refused("readOnly = true"));
	}

	@Test
	void readOnlyIsFineForOwn() {
		Apps.app(ReadOnlyOwn.class).run(starts());
	}

	@Test
	void asynchronousResultWithATransactionIsRefused() {
		Apps.app(Asynchronous.class).run(Apps.refused("completes outside the transaction"));
	}

	@Test
	void asynchronousResultWithATransactionIsFineForOwn() {
		Apps.app(AsynchronousOwn.class).run(starts());
	}

	@Test
	void joinedInItsOwnSnapshotIsRefused() {
		Apps.app(JoinedSnapshot.class).run(Apps.refused("snapshot"));
	}

	@Test
	void requiredWithoutEverATransactionIsRefused() {
		Apps.app(NeverRequired.class).run(Apps.refused("keeps every transaction away"));
	}

	@Test
	void transactionalWithoutTransactionAdviceIsRefused() {
		Apps.bare(Plain.class).run(Apps.refused("no transaction advice is around it"));
	}

	@Test
	void transactionalWithoutTransactionAdviceIsFineForOwn() {
		Apps.bare(Own.class).run(starts());
	}

	@Test
	void managerOverAnotherDataSourceIsRefused() {
		Apps.bare(OtherDatabase.class, Plain.class).run(Apps.refused("not on the ledger's DataSource"));
	}

	@Test
	void managerOverAWrapperOfTheDataSourceIsRefused() {
		Apps.bare(WrappedDatabase.class, Plain.class).run(Apps.refused("not a wrapper of it"));
	}

	@Test
	void managerOverAnotherDataSourceIsFineForOwn() {
		Apps.bare(OtherDatabase.class, Own.class).run(starts());
	}

	@Test
	void managerOverAnotherDataSourceIsFineForAtLeastOnce() {
		Apps.bare(OtherDatabase.class, Logged.class).run(starts());
	}

	@Test
	void managerThatCannotBeListenedToIsRefused() {
		Apps.bare(Deaf.class, Plain.class).run(Apps.refused("can't be listened to"));
	}

	@Test
	void managerOfAnyNameCarriesTheOutcome() {
		Apps.bare(NamedOtherwise.class, Plain.class).run(carried());
	}

	@Test
	void qualifiedManagerOfTwoCarriesTheOutcome() {
		Apps.bare(TwoManagers.class, Qualified.class).run(carried());
	}

	@Test
	void primaryManagerOfTwoIsJudged() {
		Apps.bare(TwoManagers.class, Plain.class).run(Apps.refused("not on the ledger's DataSource"));
	}

	@Test
	void ambiguousManagersAreRefused() {
		Apps.bare(Ambiguous.class, Plain.class).run(Apps.refused("can't be told"));
	}

	@Test
	void configuredManagerCarriesTheOutcome() {
		Apps.bare(Ambiguous.class, Configurer.class, Plain.class).run(carried());
	}

	private static ContextConsumer<AssertableApplicationContext> starts() {
		return (context) -> assertThat(context).hasNotFailed();
	}

	/** A rollback of the transaction takes the outcome with it. */
	private static ContextConsumer<AssertableApplicationContext> carried() {
		return (context) -> {
			Carrying bean = context.getBean(Carrying.class);
			bean.rollBack(true);
			bean.run("a");
			bean.rollBack(false);
			bean.run("a");
			bean.run("a");
			assertThat(bean.runs()).containsExactly("a", "a");
		};
	}

	abstract static class Carrying {

		private final List<String> runs = new ArrayList<>();

		private boolean rollBack;

		List<String> runs() {
			return this.runs;
		}

		void rollBack(boolean rollBack) {
			this.rollBack = rollBack;
		}

		abstract void run(String id);

		void doRun(String id) {
			this.runs.add(id);
			if (this.rollBack) {
				TransactionAspectSupport.currentTransactionStatus().setRollbackOnly();
			}
		}

	}

	static class Plain extends Carrying {

		@Override
		@Durable(name = "plain", key = "#id", boundary = Boundary.REQUIRED)
		@Transactional
		void run(String id) {
			doRun(id);
		}

	}

	static class Qualified extends Carrying {

		@Override
		@Durable(name = "qualified", key = "#id", boundary = Boundary.REQUIRED)
		@Transactional("ledgerManager")
		void run(String id) {
			doRun(id);
		}

	}

	static class Own {

		@Durable(name = "own", key = "#id", boundary = Boundary.OWN)
		@Transactional
		void run(String id) {
		}

	}

	static class Logged {

		@Durable(name = "logged", value = Durability.AT_LEAST_ONCE)
		@Transactional
		void run(String id) {
		}

	}

	static class ReadOnly {

		@Durable(name = "read-only", key = "#id")
		@Transactional(readOnly = true)
		void run(String id) {
		}

	}

	static class ReadOnlyOwn {

		@Durable(name = "read-only.own", key = "#id", boundary = Boundary.OWN)
		@Transactional(readOnly = true)
		void run(String id) {
		}

	}

	static class Asynchronous {

		@Durable(name = "asynchronous", key = "#id")
		@Transactional
		CompletableFuture<String> run(String id) {
			return CompletableFuture.completedFuture(id);
		}

	}

	static class AsynchronousOwn {

		@Durable(name = "asynchronous.own", key = "#id", boundary = Boundary.OWN)
		@Transactional
		CompletableFuture<String> run(String id) {
			return CompletableFuture.completedFuture(id);
		}

	}

	static class JoinedSnapshot {

		@Durable(name = "joined", key = "#id", boundary = Boundary.JOINED)
		@Transactional(isolation = Isolation.REPEATABLE_READ)
		void run(String id) {
		}

	}

	static class NeverRequired {

		@Durable(name = "never", key = "#id", boundary = Boundary.REQUIRED)
		@Transactional(propagation = Propagation.NOT_SUPPORTED)
		void run(String id) {
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class OtherDatabase {

		@Bean
		PlatformTransactionManager transactionManager() {
			return new JdbcTransactionManager(Apps.dataSource());
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class WrappedDatabase {

		@Bean
		PlatformTransactionManager transactionManager(DataSource dataSource) {
			return new JdbcTransactionManager(new DelegatingDataSource(dataSource));
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class NamedOtherwise {

		@Bean
		PlatformTransactionManager theManager(DataSource dataSource) {
			return new JdbcTransactionManager(dataSource);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class TwoManagers {

		@Bean
		@Primary
		PlatformTransactionManager otherManager() {
			return new JdbcTransactionManager(Apps.dataSource());
		}

		@Bean
		PlatformTransactionManager ledgerManager(DataSource dataSource) {
			return new JdbcTransactionManager(dataSource);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Ambiguous {

		@Bean
		PlatformTransactionManager otherManager() {
			return new JdbcTransactionManager(Apps.dataSource());
		}

		@Bean
		@IstosTransactionManager
		PlatformTransactionManager ledgerManager(DataSource dataSource) {
			return new JdbcTransactionManager(dataSource);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableTransactionManagement(proxyTargetClass = true)
	static class Configurer implements TransactionManagementConfigurer {

		private final PlatformTransactionManager ledgerManager;

		Configurer(@Qualifier("ledgerManager") PlatformTransactionManager ledgerManager) {
			this.ledgerManager = ledgerManager;
		}

		@Override
		public TransactionManager annotationDrivenTransactionManager() {
			return this.ledgerManager;
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Deaf {

		@Bean
		PlatformTransactionManager transactionManager(DataSource dataSource) {
			return new DeafManager(new JdbcTransactionManager(dataSource));
		}

	}

	private record DeafManager(JdbcTransactionManager delegate) implements ResourceTransactionManager {

		@Override
		public Object getResourceFactory() {
			return this.delegate.getResourceFactory();
		}

		@Override
		public TransactionStatus getTransaction(TransactionDefinition definition) {
			return this.delegate.getTransaction(definition);
		}

		@Override
		public void commit(TransactionStatus status) {
			this.delegate.commit(status);
		}

		@Override
		public void rollback(TransactionStatus status) {
			this.delegate.rollback(status);
		}

	}

}
