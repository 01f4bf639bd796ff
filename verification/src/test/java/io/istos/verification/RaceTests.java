package io.istos.verification;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.context.ConfigurableApplicationContext;

import io.istos.InFlightException;
import io.istos.testing.TestDatabase;
import io.istos.verification.app.Desk;
import io.istos.verification.app.Nodes;
import io.istos.verification.app.Receipt;
import io.istos.verification.app.Step;
import io.istos.verification.stress.Workers;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("stress")
@Timeout(300)
class RaceTests {

	private static final int CALLERS_PER_NODE = 2;

	private final Map<String, AtomicInteger> executions = new ConcurrentHashMap<>();

	private final Map<String, CompletableFuture<Receipt>> receipts = new ConcurrentHashMap<>();

	private final AtomicInteger inFlight = new AtomicInteger();

	private final AtomicInteger immediate = new AtomicInteger();

	private final List<String> complaints = new ArrayList<>();

	@ParameterizedTest
	@CsvSource({ "jdbc, 10000", "joined, 2000" })
	void ofFirstCallsFromTwoNodesExactlyOneRuns(String desk, int races) {
		try (TestDatabase database = TestDatabase.create();
				HikariDataSource dataSource = Pools.create(database, "audit", 1);
				ConfigurableApplicationContext one = start(database, "one");
				ConfigurableApplicationContext two = start(database, "two")) {
			Audit.createTable(dataSource);
			race(races, List.of(one.getBean(desk, Desk.class), two.getBean(desk, Desk.class)));
			System.out.printf("%s: %d races of %d callers on 2 nodes, %d got the result at once, %d were in flight%n",
					desk, races, 2 * CALLERS_PER_NODE, this.immediate.get(), this.inFlight.get());
			assertThat(this.complaints).isEmpty();
			assertThat(this.executions).hasSize(races);
			assertThat(this.executions.values()).allSatisfy((count) -> assertThat(count.get()).isOne());
			Audit audit = Audit.of(dataSource);
			assertThat(audit.violations()).isZero();
			assertThat(audit.rows()).isEqualTo(races);
			assertThat(audit.done()).isEqualTo(races);
		}
	}

	private ConfigurableApplicationContext start(TestDatabase database, String name) {
		Map<String, Object> properties = Nodes.properties(name, database, false);
		return Nodes.start(this::count, Nodes.arguments(properties));
	}

	private void count(String key, Step step) {
		if (step == Step.BODY) {
			this.executions.computeIfAbsent(key, (absent) -> new AtomicInteger()).incrementAndGet();
		}
	}

	private void race(int races, List<Desk> nodes) {
		CyclicBarrier start = new CyclicBarrier(nodes.size() * CALLERS_PER_NODE);
		Workers.run(start.getParties(), (worker) -> {
			Desk desk = nodes.get(worker % nodes.size());
			for (int i = 0; i < races; i++) {
				await(start);
				book(desk, "race-" + i);
			}
		});
	}

	private void book(Desk desk, String key) {
		try {
			told(key, desk.book(key));
			this.immediate.incrementAndGet();
		}
		catch (InFlightException ex) {
			told(key, ex);
			Receipt receipt = receipt(key).orTimeout(60, TimeUnit.SECONDS).join();
			try {
				told(key, desk.book(key));
			}
			catch (InFlightException again) {
				complain(key + ": in flight after another caller got " + receipt);
			}
		}
	}

	private CompletableFuture<Receipt> receipt(String key) {
		return this.receipts.computeIfAbsent(key, (absent) -> new CompletableFuture<>());
	}

	private void told(String key, Receipt receipt) {
		receipt(key).complete(receipt);
		if (!receipt(key).join().equals(receipt)) {
			complain(key + ": " + receipt + " after " + receipt(key).join());
		}
	}

	private void told(String key, InFlightException ex) {
		this.inFlight.incrementAndGet();
		Duration hint = ex.retryAfter();
		if (hint == null || hint.compareTo(Duration.ofMillis(100)) < 0) {
			complain(key + ": hint " + hint);
		}
	}

	private synchronized void complain(String what) {
		this.complaints.add(what);
	}

	private static void await(CyclicBarrier start) {
		try {
			start.await(60, TimeUnit.SECONDS);
		}
		catch (InterruptedException | BrokenBarrierException | TimeoutException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
