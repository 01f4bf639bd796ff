package io.istos.advice;

import java.time.Duration;
import java.util.function.Consumer;

import javax.sql.DataSource;

import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ContextConsumer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;

import io.istos.Durable;
import io.istos.Fence;
import io.istos.Fencing;
import io.istos.LeaseLostException;
import io.istos.ScopeLease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Commits of leased methods: a row that was written under a lost lease is never there.
 */
final class LeaseTransactionTests {

	@Test
	void commitsWhileTheLeaseIsHeld() {
		run((jobs) -> {
			jobs.declarative(false);
			jobs.programmatic(false);
			jobs.inNew(false);
			jobs.inSnapshot(false);
			jobs.once("a", false);
		}, "declarative", "programmatic", "new", "snapshot", "once");
	}

	@Test
	void declarativeTransactionIsFenced() {
		run((jobs) -> lost(() -> jobs.declarative(true)));
	}

	@Test
	void programmaticTransactionIsFenced() {
		run((jobs) -> lost(() -> jobs.programmatic(true)));
	}

	@Test
	void newTransactionIsFencedApartFromTheCallers() {
		run((jobs, template) -> template.executeWithoutResult((status) -> {
			jobs.insert("caller");
			lost(() -> jobs.inNew(true));
		}), "caller");
	}

	@Test
	void callersTransactionIsFenced() {
		run((jobs, template) -> lost(() -> template.executeWithoutResult((status) -> jobs.declarative(true))));
	}

	@Test
	void callersTransactionCommitsNothingThoughTheLossIsSwallowed() {
		run((jobs, template) -> lost(() -> template.executeWithoutResult((status) -> {
			lost(() -> jobs.plain(true));
			jobs.insert("caller");
		})));
	}

	@Test
	void durableMethodUnderALostLeaseIsNotDone() {
		run((jobs) -> {
			lost(() -> jobs.once("a", true));
			jobs.once("a", false);
			jobs.once("a", false);
		}, "once");
	}

	@Test
	void unfencedMethodCommits() {
		run((jobs) -> jobs.unfenced(true), "unfenced");
	}

	@Test
	void readOnlyTransactionIsNotFenced() {
		run((jobs) -> assertThat(jobs.read(true)).isZero());
	}

	private static void lost(Runnable call) {
		assertThatExceptionOfType(LeaseLostException.class).isThrownBy(call::run);
	}

	private static void run(Consumer<Jobs> use, String... committed) {
		run((jobs, template) -> use.accept(jobs), committed);
	}

	private static void run(Use use, String... committed) {
		Apps.app(Database.class).run(check(use, committed));
	}

	private static ContextConsumer<AssertableApplicationContext> check(Use use, String... committed) {
		return (context) -> {
			use.accept(context.getBean(Jobs.class),
					new TransactionTemplate(context.getBean(PlatformTransactionManager.class)));
			assertThat(context.getBean(JdbcTemplate.class).queryForList("SELECT job FROM work", String.class))
				.containsExactlyInAnyOrder(committed);
		};
	}

	@FunctionalInterface
	interface Use {

		void accept(Jobs jobs, TransactionTemplate template);

	}

	@Configuration(proxyBeanMethods = false)
	@Import(Jobs.class)
	static class Database {

		@Bean
		JdbcTemplate jdbcTemplate(DataSource dataSource) {
			JdbcTemplate jdbc = new JdbcTemplate(dataSource);
			jdbc.execute("CREATE TABLE work (job varchar(100))");
			return jdbc;
		}

	}

	static class Jobs {

		@Autowired
		private JdbcTemplate jdbc;

		@Autowired
		private PlatformTransactionManager manager;

		@Autowired
		private Fence fence;

		@Autowired
		private Apps.Time time;

		@ScopeLease("job")
		@Transactional
		void declarative(boolean lose) {
			work("declarative", lose);
		}

		@ScopeLease("job")
		void programmatic(boolean lose) {
			new TransactionTemplate(this.manager).executeWithoutResult((status) -> work("programmatic", lose));
		}

		@ScopeLease("job")
		@Transactional(propagation = Propagation.REQUIRES_NEW)
		void inNew(boolean lose) {
			work("new", lose);
		}

		@ScopeLease("job")
		@Transactional(isolation = Isolation.REPEATABLE_READ)
		void inSnapshot(boolean lose) {
			work("snapshot", lose);
		}

		@ScopeLease("job")
		void plain(boolean lose) {
			work("plain", lose);
		}

		@ScopeLease("job")
		@Durable(name = "job.once", key = "#id", fingerprint = Durable.NONE)
		@Transactional
		void once(String id, boolean lose) {
			work("once", lose);
		}

		@ScopeLease(scope = "job", fence = Fencing.NONE)
		@Transactional
		void unfenced(boolean lose) {
			work("unfenced", lose);
		}

		@ScopeLease("job")
		@Transactional(readOnly = true)
		int read(boolean lose) {
			if (lose) {
				this.time.advance(Duration.ofMinutes(1));
			}
			return this.jdbc.queryForObject("SELECT count(*) FROM work", Integer.class);
		}

		void insert(String job) {
			this.jdbc.update("INSERT INTO work VALUES (?)", job);
		}

		private void work(String job, boolean lose) {
			assertThat(this.fence.scope()).isEqualTo("job");
			insert(job);
			if (lose) {
				this.time.advance(Duration.ofMinutes(1));
			}
		}

	}

}
