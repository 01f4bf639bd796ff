package io.istos.autoconfigure;

import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.Transactional;

import io.istos.Durable;
import io.istos.StorageUnavailableException;
import io.istos.engine.DurableOperations;
import io.istos.testing.TestDatabase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Shutdown under load: what runs completes, and the pools close after that.
 */
class ShutdownTests {

	private static final int CALLS = 6;

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final Gate gate = new Gate();

	private TestDatabase database;

	private JdbcTemplate outside;

	@BeforeEach
	void createDatabase() {
		this.database = TestDatabase.create();
		this.outside = new JdbcTemplate(this.database.dataSource());
		this.outside.execute("create table booking (id text primary key)");
	}

	@AfterEach
	void dropDatabase() {
		this.threads.shutdownNow();
		this.database.close();
	}

	@Test
	void callsThatRunComplete() {
		application().run((context) -> {
			Bookings bookings = context.getBean(Bookings.class);
			List<Future<String>> calls = call(bookings);
			Future<?> closing = close(context);
			assertThat(context.getBean(HikariDataSource.class).isClosed()).isFalse();
			this.gate.release.countDown();
			for (Future<String> call : calls) {
				assertThat(call.get()).startsWith("booked");
			}
			closing.get();
			assertThat(count("booking")).isEqualTo(CALLS);
			assertThat(count("istos.istos_idempotency where state = 'D'")).isEqualTo(CALLS);
			assertThat(context.getBeanFactory().containsSingleton("dataSource")).isFalse();
		});
	}

	@Test
	void claimsAreRenewedUntilThen() {
		application().withPropertyValues("istos.durable.lease=1s").run((context) -> {
			Bookings bookings = context.getBean(Bookings.class);
			List<Future<String>> calls = call(bookings);
			Future<?> closing = close(context);
			OffsetDateTime deadline = deadline();
			await().until(() -> deadline().isAfter(deadline.plusSeconds(2)));
			this.gate.release.countDown();
			assertThat(calls.get(0).get()).startsWith("booked");
			closing.get();
			assertThat(count("istos.istos_idempotency where state = 'D' and attempts = 1")).isEqualTo(CALLS);
		});
	}

	@Test
	void callsThatComeLaterAreRefused() {
		application().run((context) -> {
			Bookings bookings = context.getBean(Bookings.class);
			this.gate.release.countDown();
			context.close();
			assertThatExceptionOfType(StorageUnavailableException.class).isThrownBy(() -> bookings.book("late"))
				.withMessageContaining("shutting down");
		});
	}

	@Test
	void aCallThatNeverEndsIsNotWaitedForLongerThanTheTimeout() {
		application().withPropertyValues("istos.shutdown-timeout=200ms", "istos.durable.completion-timeout=500ms")
			.run((context) -> {
				Bookings bookings = context.getBean(Bookings.class);
				List<Future<String>> calls = call(bookings);
				HikariDataSource pool = context.getBean(HikariDataSource.class);
				context.close();
				assertThat(pool.isClosed()).isTrue();
				this.gate.release.countDown();
				for (Future<String> call : calls) {
					assertThat(call).failsWithin(Duration.ofSeconds(30));
				}
				assertThat(count("booking")).isZero();
			});
	}

	private ApplicationContextRunner application() {
		return Runners.on(this.database)
			.withConfiguration(AutoConfigurations.of(JdbcTemplateAutoConfiguration.class))
			.withBean(Bookings.class, this.gate);
	}

	/** Returns once all are in the body. */
	private List<Future<String>> call(Bookings bookings) throws InterruptedException {
		List<Future<String>> calls = IntStream.range(0, CALLS)
			.mapToObj((i) -> this.threads.submit(() -> bookings.book("order-" + i)))
			.toList();
		assertThat(this.gate.entered.await(60, TimeUnit.SECONDS)).isTrue();
		return calls;
	}

	/** Returns once the engine waits for the calls. */
	private Future<?> close(ConfigurableApplicationContext context) {
		Thread[] closer = new Thread[1];
		CountDownLatch started = new CountDownLatch(1);
		Future<?> closing = this.threads.submit(() -> {
			closer[0] = Thread.currentThread();
			started.countDown();
			context.close();
		});
		await().until(() -> started.getCount() == 0 && waitsInEngine(closer[0]));
		return closing;
	}

	private static boolean waitsInEngine(Thread thread) {
		return List.of(thread.getStackTrace())
			.stream()
			.anyMatch((frame) -> frame.getClassName().equals(DurableOperations.class.getName())
					&& frame.getMethodName().equals("close"));
	}

	private int count(String rows) {
		Integer count = this.outside.queryForObject("select count(*) from " + rows, Integer.class);
		return (count != null) ? count : -1;
	}

	private OffsetDateTime deadline() {
		return this.outside.queryForObject("select min(deadline) from istos.istos_idempotency", OffsetDateTime.class);
	}

	static class Gate {

		final CountDownLatch entered = new CountDownLatch(CALLS);

		final CountDownLatch release = new CountDownLatch(1);

		void pass() throws InterruptedException {
			this.entered.countDown();
			this.release.await();
		}

	}

	static class Bookings {

		private final Gate gate;

		private final JdbcTemplate jdbc;

		Bookings(Gate gate, JdbcTemplate jdbc) {
			this.gate = gate;
			this.jdbc = jdbc;
		}

		@Durable(name = "booking", key = "#id")
		@Transactional
		String book(String id) throws InterruptedException {
			this.gate.pass();
			this.jdbc.update("insert into booking values (?)", id);
			return "booked " + id;
		}

	}

}
