package io.istos.advice;

import java.util.Objects;

import javax.sql.DataSource;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;

import io.istos.LeaseLostException;
import io.istos.ScopeLease;
import io.istos.TransactionRequiredException;
import io.istos.engine.LeaseOptions;
import io.istos.engine.ScopeLeases;
import io.istos.testing.TestDatabase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Leased methods and their callers' transactions, on a database whose transactions can
 * have snapshots.
 */
final class LeaseSnapshotTests {

	private static TestDatabase database;

	private static AnnotationConfigApplicationContext context;

	private static JdbcTemplate outside;

	private static Jobs jobs;

	@BeforeAll
	static void start() {
		database = TestDatabase.create();
		outside = new JdbcTemplate(database.dataSource());
		outside.execute("CREATE TABLE work (job text)");
		context = new AnnotationConfigApplicationContext();
		context.registerBean(TestDatabase.class, () -> database);
		context.register(App.class);
		context.register(Apps.istos());
		context.refresh();
		jobs = context.getBean(Jobs.class);
	}

	@AfterAll
	static void stop() {
		context.close();
		database.close();
	}

	@Test
	void callersSnapshotIsRefusedBeforeAnythingRuns() {
		snapshot().executeWithoutResult((status) -> assertThatExceptionOfType(TransactionRequiredException.class)
			.isThrownBy(() -> jobs.joining("refused"))
			.withMessageContaining("REQUIRES_NEW"));
		assertThat(rows("refused")).isZero();
		assertThat(isFree("refused")).isTrue();
	}

	@Test
	void newTransactionIsNoneOfTheCallersSnapshot() {
		snapshot().executeWithoutResult((status) -> jobs.inNew("new in snapshot"));
		assertThat(rows("new in snapshot")).isOne();
	}

	@Test
	void methodWithoutTheCallersSnapshotRuns() {
		snapshot().executeWithoutResult((status) -> jobs.suspending("suspended"));
		assertThat(rows("suspended")).isOne();
	}

	@Test
	void ownSnapshotHoldsTheScopeUntilItsEnd() {
		jobs.inSnapshot("own snapshot");
		assertThat(rows("own snapshot")).isOne();
	}

	@Test
	void rowThatIsDeletedUnderItsHolderCostsTheCommit() {
		assertThatExceptionOfType(LeaseLostException.class).isThrownBy(() -> jobs.robbed("robbed"));
		assertThat(rows("robbed")).isZero();
	}

	@Test
	void rivalsWaitForTheEndOfTheCallersTransaction() {
		new TransactionTemplate(context.getBean(PlatformTransactionManager.class)).executeWithoutResult((status) -> {
			jobs.joining("joined");
			assertThat(isFree("joined")).isFalse();
			assertThat(rows("joined")).isZero();
		});
		assertThat(isFree("joined")).isTrue();
		assertThat(rows("joined")).isOne();
	}

	private static TransactionTemplate snapshot() {
		TransactionTemplate snapshot = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
		snapshot.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
		return snapshot;
	}

	private static boolean isFree(String scope) {
		return context.getBean(ScopeLeases.class).tryAcquire(scope, LeaseOptions.defaults()).map((lease) -> {
			lease.close();
			return true;
		}).orElse(false);
	}

	private static int rows(String job) {
		return Objects
			.requireNonNull(outside.queryForObject("SELECT count(*) FROM work WHERE job = ?", Integer.class, job));
	}

	static class Jobs {

		private final JdbcTemplate jdbc;

		Jobs(JdbcTemplate jdbc) {
			this.jdbc = jdbc;
		}

		@ScopeLease("#{#job}")
		@Transactional
		void joining(String job) {
			insert(job);
		}

		@ScopeLease("#{#job}")
		@Transactional(propagation = Propagation.REQUIRES_NEW)
		void inNew(String job) {
			insert(job);
		}

		@ScopeLease("#{#job}")
		@Transactional(propagation = Propagation.NOT_SUPPORTED)
		void suspending(String job) {
			insert(job);
		}

		@ScopeLease("#{#job}")
		@Transactional(isolation = Isolation.REPEATABLE_READ)
		void inSnapshot(String job) {
			insert(job);
			outside.update("UPDATE istos.istos_lease SET deadline = clock_timestamp() WHERE scope = ?", job);
			assertThat(isFree(job)).isFalse();
		}

		@ScopeLease("#{#job}")
		@Transactional
		void robbed(String job) {
			insert(job);
			outside.update("DELETE FROM istos.istos_lease WHERE scope = ?", job);
		}

		private void insert(String job) {
			this.jdbc.update("INSERT INTO work VALUES (?)", job);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableTransactionManagement(proxyTargetClass = true)
	@Import(Jobs.class)
	static class App {

		@Bean
		DataSource dataSource(TestDatabase database) {
			return database.hikari(4);
		}

		@Bean
		PlatformTransactionManager manager(DataSource dataSource) {
			return new JdbcTransactionManager(dataSource);
		}

		@Bean
		JdbcTemplate jdbcTemplate(DataSource dataSource) {
			return new JdbcTemplate(dataSource);
		}

	}

}
