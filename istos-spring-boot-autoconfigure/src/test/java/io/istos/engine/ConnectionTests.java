package io.istos.engine;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.istos.Boundary;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Durable calls and the application's pool: a full one can't deadlock them, and they hold
 * none of its connections that the application doesn't.
 */
class ConnectionTests {

	@ParameterizedTest
	@ValueSource(ints = { 1, 2, 8 })
	void poolWithAsManyCallersInTransactionsAsConnectionsIsNoDeadlock(int size) throws Exception {
		try (Ledger ledger = new Ledger.Options().poolSize(size).copiedPool().create()) {
			DurableOperation<String> operation = ledger.define("operation", DurableOptions.defaults());
			CyclicBarrier allInside = new CyclicBarrier(size);
			ExecutorService executor = Executors.newFixedThreadPool(size);
			List<CompletableFuture<String>> calls = IntStream.range(0, size)
				.mapToObj((i) -> CompletableFuture
					.supplyAsync(() -> ledger.template().execute((status) -> AbstractTransactionTests.unchecked(() -> {
						ledger.jdbc.queryForObject("SELECT 1", Integer.class);
						allInside.await();
						assertThat(ledger.pool.getHikariPoolMXBean().getActiveConnections()).isEqualTo(size);
						allInside.await();
						return operation.call("k" + i, null, () -> ledger.book("k" + i));
					})), executor))
				.toList();
			for (CompletableFuture<String> call : calls) {
				assertThat(call.get(60, TimeUnit.SECONDS)).startsWith("result");
			}
			executor.shutdown();
			assertThat(ledger.runs).hasValue(size);
		}
	}

	@Test
	void bodyWithoutATransactionHoldsNoConnection() throws Exception {
		try (Ledger ledger = new Ledger.Options().poolSize(1).copiedPool().create()) {
			DurableOperation<String> operation = ledger.define("operation", DurableOptions.defaults());
			operation.call("k", null, () -> {
				assertThat(ledger.pool.getHikariPoolMXBean().getActiveConnections()).isZero();
				assertThat(ledger.outside.queryForObject(
						"SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state <> 'idle'"
								+ " AND pid <> pg_backend_pid()",
						Integer.class))
					.isZero();
				return "done";
			});
		}
	}

	@Test
	void waiterHoldsNoConnectionAndSeesProgressFromAnOldSnapshot() throws Exception {
		try (Ledger ledger = new Ledger.Options().poolSize(1).copiedPool().create()) {
			DurableOperation<String> running = ledger.define("operation", DurableOptions.defaults());
			DurableOperations otherNode = ledger.anotherNode();
			DurableOperation<String> waiting = otherNode.define("operation", String.class,
					DurableOptions.defaults().withBoundary(Boundary.OWN).withWait(Duration.ofMinutes(1)));
			CountDownLatch snapshotTaken = new CountDownLatch(1);
			CompletableFuture<String> waiter = new CompletableFuture<>();
			running.call("k", null, () -> {
				new Thread(() -> waiter.complete(ledger.repeatableRead().execute((status) -> {
					ledger.jdbc.queryForObject("SELECT count(*) FROM istos.istos_idempotency", Integer.class);
					snapshotTaken.countDown();
					return AbstractTransactionTests.unchecked(() -> waiting.call("k", null, () -> "never"));
				}))).start();
				snapshotTaken.await();
				return "first";
			});
			assertThat(waiter.get(60, TimeUnit.SECONDS)).isEqualTo("first");
			otherNode.close();
		}
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 8 })
	void leasedMethodsOfCallersWhoHaveAllConnectionsAreNoDeadlock(int size) throws Exception {
		try (Ledger ledger = new Ledger.Options().poolSize(size).copiedPool().create()) {
			ScopeLeases leases = new ScopeLeases(ledger.operations, Duration.ofSeconds(30), (event) -> {
			});
			CyclicBarrier allInside = new CyclicBarrier(size);
			ExecutorService executor = Executors.newFixedThreadPool(size);
			List<CompletableFuture<Boolean>> calls = IntStream.range(0, size)
				.mapToObj((i) -> CompletableFuture
					.supplyAsync(() -> ledger.template().execute((status) -> AbstractTransactionTests.unchecked(() -> {
						ledger.jdbc.queryForObject("SELECT 1", Integer.class);
						allInside.await();
						return leases.run("s" + i, LeaseOptions.defaults(), () -> ledger.book("s" + i));
					})), executor))
				.toList();
			for (CompletableFuture<Boolean> call : calls) {
				assertThat(call.get(60, TimeUnit.SECONDS)).isTrue();
			}
			executor.shutdown();
			assertThat(ledger.runs).hasValue(size);
		}
	}

	@Test
	void waitingForAScopeHoldsNoConnection() throws Exception {
		try (Ledger ledger = new Ledger.Options().poolSize(1).copiedPool().create()) {
			ScopeLeases leases = new ScopeLeases(ledger.operations, Duration.ofSeconds(30), (event) -> {
			});
			AcquiredLease lease = leases.tryAcquire("s", LeaseOptions.defaults()).orElseThrow();
			CompletableFuture<Boolean> waiting = CompletableFuture.supplyAsync(() -> leases.run("s",
					LeaseOptions.defaults().withWait(Duration.ofSeconds(60)), () -> ledger.book("s")));
			for (int i = 0; i < 20; i++) {
				assertThat(ledger.jdbc.queryForObject("SELECT 1", Integer.class)).isOne();
				assertThat(ledger.pool.getHikariPoolMXBean().getActiveConnections()).isZero();
			}
			lease.close();
			assertThat(waiting.get(60, TimeUnit.SECONDS)).isTrue();
		}
	}

}
