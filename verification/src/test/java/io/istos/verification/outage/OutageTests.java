package io.istos.verification.outage;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.TransactionException;

import io.istos.InFlightException;
import io.istos.IstosException;
import io.istos.testing.RestartablePostgres;
import io.istos.testing.TestDatabase;
import io.istos.verification.Audit;
import io.istos.verification.Waiting;
import io.istos.verification.app.Desk;
import io.istos.verification.app.Nodes;
import io.istos.verification.app.Receipt;
import io.istos.verification.app.Step;
import io.istos.verification.stress.Workers;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(300)
class OutageTests {

	private static final Duration LEASE = Duration.ofSeconds(4);

	private static final Duration OUTAGE = Duration.ofSeconds(2);

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final int WORKERS = 12;

	private final RestartablePostgres server = TestDatabase.restartable();

	private final ThreadLocal<String> claimed = new ThreadLocal<>();

	private final Set<String> unprotected = ConcurrentHashMap.newKeySet();

	private final CountDownLatch longBody = new CountDownLatch(1);

	private final CountDownLatch longCallEnds = new CountDownLatch(1);

	private final Map<String, AtomicInteger> failures = new ConcurrentSkipListMap<>();

	private final Map<String, Receipt> receipts = new ConcurrentHashMap<>();

	private final Set<String> contradictions = ConcurrentHashMap.newKeySet();

	private final List<ConfigurableApplicationContext> nodes = new ArrayList<>();

	private volatile boolean over;

	@BeforeEach
	void startNodes() {
		Audit.createTable(this.server.database().dataSource());
		for (String name : List.of("one", "two")) {
			Map<String, Object> properties = Nodes.properties(name, this.server.database(), false);
			properties.put("istos.durable.lease", LEASE.toMillis() + "ms");
			properties.put("spring.datasource.hikari.connection-timeout", "1000");
			this.nodes.add(Nodes.start(this::watch, Nodes.arguments(properties)));
		}
	}

	@AfterEach
	void stopNodes() {
		this.longCallEnds.countDown();
		this.nodes.forEach(ConfigurableApplicationContext::close);
		this.server.close();
	}

	@Test
	void anOutageUnderLoadRunsNothingTwiceOrUnprotectedAndEndsWithDefiniteAnswers() throws Exception {
		CompletableFuture<Receipt> longCall = CompletableFuture.supplyAsync(() -> desk(0, "own").book("long"),
				(task) -> new Thread(task).start());
		CompletableFuture<Void> load = CompletableFuture.runAsync(() -> Workers.run(WORKERS, this::work),
				(task) -> new Thread(task).start());
		assertThat(this.longBody.await(60, TimeUnit.SECONDS)).isTrue();
		long begun = System.nanoTime();
		awaitReceipts(50);
		this.server.stop();
		TimeUnit.NANOSECONDS.sleep(OUTAGE.toNanos());
		this.server.start();
		awaitReceipts(this.receipts.size() + 50);
		Waiting.until("a lease and more to pass", PATIENCE, () -> System.nanoTime() - begun > LEASE.toNanos() * 3 / 2);
		assertStillInFlight();
		this.longCallEnds.countDown();
		Receipt receipt = longCall.get(60, TimeUnit.SECONDS);
		this.over = true;
		load.get(60, TimeUnit.SECONDS);

		System.out.println(this.receipts.size() + " keys booked through an outage of " + OUTAGE.toSeconds()
				+ " s; refused on the way: " + this.failures);
		assertThat(this.unprotected).isEmpty();
		assertThat(this.contradictions).isEmpty();
		assertThat(this.failures).isNotEmpty();
		assertThat(desk(1, "own").book("long")).isEqualTo(receipt);
		JdbcTemplate jdbc = new JdbcTemplate(this.server.database().dataSource());
		assertThat(
				jdbc.queryForObject("select attempts from istos.istos_idempotency where key = 'long'", Integer.class))
			.isOne();
		Audit audit = Audit.of(this.server.database().dataSource());
		assertThat(audit.violations()).isZero();
		assertThat(audit.open()).isZero();
		assertThat(new HashSet<>(jdbc.queryForList("select id::text from booking", String.class)))
			.containsAll(this.receipts.values().stream().map((booked) -> booked.id().toString()).toList());
	}

	private void watch(String key, Step step) {
		switch (step) {
			case CLAIMED -> this.claimed.set(key);
			case BODY -> {
				if (!key.equals(this.claimed.get())) {
					this.unprotected.add(key);
				}
				this.claimed.remove();
				if (key.equals("long")) {
					this.longBody.countDown();
					await(this.longCallEnds);
				}
			}
			default -> {
			}
		}
	}

	private static void await(CountDownLatch latch) {
		try {
			latch.await(120, TimeUnit.SECONDS);
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	// Two workers, on different nodes, for every key.
	private void work(int worker) {
		Desk desk = desk(worker % 2, "jdbc");
		for (int i = 0; !this.over; i++) {
			String key = "load-" + worker / 2 + "-" + i;
			Waiting.until(key + " to be booked", PATIENCE, () -> isBooked(desk, key));
		}
	}

	private boolean isBooked(Desk desk, String key) {
		try {
			Receipt receipt = desk.book(key);
			Receipt earlier = this.receipts.putIfAbsent(key, receipt);
			if (earlier != null && !earlier.equals(receipt)) {
				this.contradictions.add(key);
			}
			return true;
		}
		catch (InFlightException ex) {
			return false;
		}
		catch (IstosException | TransactionException | DataAccessException ex) {
			this.failures.computeIfAbsent(ex.getClass().getSimpleName(), (absent) -> new AtomicInteger())
				.incrementAndGet();
			return false;
		}
	}

	private void awaitReceipts(int count) {
		Waiting.until(count + " keys to be booked", PATIENCE, () -> this.receipts.size() >= count);
	}

	private void assertStillInFlight() {
		Waiting.until("the other node to say that the long call is running", PATIENCE, () -> {
			try {
				desk(1, "own").book("long");
				throw new AssertionError("The long call was taken over");
			}
			catch (InFlightException ex) {
				return true;
			}
		});
	}

	private Desk desk(int node, String name) {
		return this.nodes.get(node).getBean(name, Desk.class);
	}

}
