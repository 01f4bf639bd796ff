package io.istos.advice;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

import javax.sql.DataSource;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
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
import org.springframework.transaction.event.TransactionPhase;
import org.springframework.transaction.event.TransactionalEventListener;
import org.springframework.transaction.interceptor.TransactionAspectSupport;
import org.springframework.transaction.support.TransactionTemplate;

import io.istos.Boundary;
import io.istos.Durable;
import io.istos.TransactionRequiredException;
import io.istos.testing.TestDatabase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Annotated methods on a real database: the commit decides.
 */
final class DurableTransactionTests {

	private static TestDatabase database;

	private static AnnotationConfigApplicationContext context;

	private static JdbcTemplate outside;

	private static Bookings bookings;

	private static TransactionTemplate template;

	@BeforeAll
	static void start() {
		database = TestDatabase.create();
		outside = new JdbcTemplate(database.dataSource());
		outside.execute("CREATE TABLE booking (key text)");
		context = new AnnotationConfigApplicationContext();
		context.registerBean(TestDatabase.class, () -> database);
		context.register(App.class);
		context.register(Apps.istos());
		context.refresh();
		bookings = context.getBean(Bookings.class);
		template = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
	}

	@AfterAll
	static void stop() {
		context.close();
		database.close();
	}

	@AfterEach
	void reset() {
		context.getBean(Behaviour.class).failure = null;
	}

	@Test
	void rowAndOutcomeCommitTogether() {
		assertThat(bookings.book("together")).isEqualTo(bookings.book("together"));
		assertThat(rows("together")).isEqualTo(1);
	}

	@Test
	void checkedExceptionThatCommitsIsAnOutcome() {
		fail(new IOException("sent, then lost"));
		assertThatExceptionOfType(IOException.class).isThrownBy(() -> bookings.bookChecked("checked"));
		fail(null);
		assertThatExceptionOfType(IOException.class).isThrownBy(() -> bookings.bookChecked("checked"))
			.withMessage("sent, then lost");
		assertThat(rows("checked")).isEqualTo(1);
	}

	@Test
	void rollbackOnlyIsNotDone() {
		bookings.bookAndRollBack("rolled back");
		bookings.bookAndRollBack("rolled back");
		assertThat(rows("rolled back")).isZero();
		assertThat(context.getBean(Behaviour.class).rolledBack).hasValue(2);
	}

	@Test
	void callerThatRollsBackTakesTheOutcomeWithIt() {
		template.executeWithoutResult((status) -> {
			bookings.book("caller");
			status.setRollbackOnly();
		});
		bookings.book("caller");
		assertThat(rows("caller")).isEqualTo(1);
	}

	@Test
	void secondCallInOneTransactionIsAReplay() {
		template.executeWithoutResult((status) -> assertThat(bookings.book("twice")).isEqualTo(bookings.book("twice")));
		assertThat(rows("twice")).isEqualTo(1);
	}

	@Test
	void callersSnapshotIsRefusedBeforeAnythingRuns() {
		template().executeWithoutResult((status) -> assertThatExceptionOfType(TransactionRequiredException.class)
			.isThrownBy(() -> bookings.book("snapshot"))
			.withMessageContaining("REQUIRES_NEW"));
		assertThat(rows("snapshot")).isZero();
	}

	@Test
	void newTransactionIsNoneOfTheCallersSnapshot() {
		template().executeWithoutResult((status) -> bookings.bookInNew("new in snapshot"));
		assertThat(rows("new in snapshot")).isEqualTo(1);
	}

	@Test
	void ownSnapshotCompletes() {
		bookings.bookInSnapshot("own snapshot");
		bookings.bookInSnapshot("own snapshot");
		assertThat(rows("own snapshot")).isEqualTo(1);
	}

	@Test
	void newTransactionInsideTheCallersIsIndependentOfIt() {
		template.executeWithoutResult((status) -> {
			bookings.bookInNew("new");
			status.setRollbackOnly();
		});
		bookings.bookInNew("new");
		assertThat(rows("new")).isEqualTo(1);
	}

	@Test
	void requiredWithoutTransactionIsRefusedBeforeAnythingRuns() {
		assertThatExceptionOfType(TransactionRequiredException.class).isThrownBy(() -> bookings.required("required"));
		assertThat(rows("required")).isZero();
		template.executeWithoutResult((status) -> bookings.required("required"));
		assertThat(rows("required")).isEqualTo(1);
	}

	@Test
	void joinedClaimsInItsOwnTransaction() {
		bookings.joined("joined");
		bookings.joined("joined");
		assertThat(rows("joined")).isEqualTo(1);
	}

	@Test
	void listenerAfterTheCommitCompletesInATransactionOfItsOwn() {
		template.executeWithoutResult((status) -> publish(new AfterCommit("after")));
		assertThat(rows("after")).isEqualTo(1);
		bookings.bookInNew("after");
		assertThat(rows("after")).isEqualTo(1);
	}

	@Test
	void listenerBeforeTheCommitCompletesInTheOneThatCommits() {
		template.executeWithoutResult((status) -> publish(new BeforeCommit("before")));
		assertThat(rows("before")).isEqualTo(1);
		bookings.book("before");
		assertThat(rows("before")).isEqualTo(1);
	}

	private static void publish(Object event) {
		context.publishEvent(event);
	}

	private static void fail(Exception failure) {
		context.getBean(Behaviour.class).failure = failure;
	}

	private static TransactionTemplate template() {
		TransactionTemplate snapshot = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
		snapshot.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
		return snapshot;
	}

	private static int rows(String key) {
		return outside.queryForObject("SELECT count(*) FROM booking WHERE key = ?", Integer.class, key);
	}

	record AfterCommit(String key) {
	}

	record BeforeCommit(String key) {
	}

	static class Behaviour {

		private Exception failure;

		private final AtomicInteger rolledBack = new AtomicInteger();

		private final AtomicInteger runs = new AtomicInteger();

	}

	static class Bookings {

		private final JdbcTemplate jdbc;

		private final Behaviour behaviour;

		Bookings(JdbcTemplate jdbc, Behaviour behaviour) {
			this.jdbc = jdbc;
			this.behaviour = behaviour;
		}

		@Durable(name = "book", key = "#key")
		@Transactional
		int book(String key) {
			return insert(key);
		}

		@Durable(name = "book.checked", key = "#key")
		@Transactional
		int bookChecked(String key) throws Exception {
			insert(key);
			if (this.behaviour.failure != null) {
				throw this.behaviour.failure;
			}
			return 0;
		}

		@Durable(name = "book.rollback", key = "#key")
		@Transactional
		int bookAndRollBack(String key) {
			TransactionAspectSupport.currentTransactionStatus().setRollbackOnly();
			this.behaviour.rolledBack.incrementAndGet();
			return insert(key);
		}

		@Durable(name = "book.snapshot", key = "#key")
		@Transactional(isolation = Isolation.REPEATABLE_READ)
		int bookInSnapshot(String key) {
			return insert(key);
		}

		@Durable(name = "book.new", key = "#key")
		@Transactional(propagation = Propagation.REQUIRES_NEW)
		int bookInNew(String key) {
			return insert(key);
		}

		@Durable(name = "book.required", key = "#key", boundary = Boundary.REQUIRED)
		int required(String key) {
			return insert(key);
		}

		@Durable(name = "book.joined", key = "#key", boundary = Boundary.JOINED)
		@Transactional
		int joined(String key) {
			return insert(key);
		}

		private int insert(String key) {
			this.jdbc.update("INSERT INTO booking VALUES (?)", key);
			return this.behaviour.runs.incrementAndGet();
		}

	}

	static class Listeners {

		private final Bookings bookings;

		Listeners(Bookings bookings) {
			this.bookings = bookings;
		}

		@TransactionalEventListener
		void on(AfterCommit event) {
			this.bookings.bookInNew(event.key());
		}

		@TransactionalEventListener(phase = TransactionPhase.BEFORE_COMMIT)
		void on(BeforeCommit event) {
			this.bookings.book(event.key());
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableTransactionManagement(proxyTargetClass = true)
	@Import({ Behaviour.class, Bookings.class, Listeners.class })
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
