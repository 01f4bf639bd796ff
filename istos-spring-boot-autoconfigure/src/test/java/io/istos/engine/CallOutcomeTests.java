package io.istos.engine;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.core.ParameterizedTypeReference;
import org.springframework.util.unit.DataSize;

import io.istos.Abandoned;
import io.istos.AbandonedResolver;
import io.istos.Boundary;
import io.istos.Durability;
import io.istos.OnAbandoned;
import io.istos.OnFailure;
import io.istos.Resolution;
import io.istos.StorageUnavailableException;
import io.istos.jackson.JacksonResultCodec;
import io.istos.storage.ClaimKey;
import io.istos.storage.ClaimRequest;
import io.istos.storage.TakeOver;
import io.istos.storage.memory.InMemoryStoragePlugin;
import io.istos.transaction.ExpectedTransaction;
import io.istos.transaction.LedgerTransactions;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What listeners are told of calls without transactions.
 */
class CallOutcomeTests {

	private static final Duration LEASE = Duration.ofSeconds(30);

	private final AtomicLong nanos = new AtomicLong();

	private final InstantSource clock = () -> Instant.EPOCH.plusNanos(this.nanos.get());

	private final Faults faults = new Faults();

	private final InMemoryStoragePlugin store = new InMemoryStoragePlugin(this.clock);

	private final RecordingListener told = new RecordingListener();

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private @Nullable AbandonedResolver<?> resolver;

	private boolean failing;

	private final DurableOperations node = node();

	private final DurableOperations other = node();

	private DurableOperations node() {
		return new DurableOperations(this.faults.around(this.store), new JacksonResultCodec(DataSize.ofKilobytes(64)),
				new LedgerTransactions(() -> null), EngineSettings.defaults("test"),
				new DurableOperations.Collaborators(() -> null, (operation) -> this.resolver, () -> null, () -> null,
						() -> List.of(this.told, new FailingListener()), null),
				this.nanos::get, (task) -> new Thread());
	}

	@AfterEach
	void close() {
		this.node.close();
		this.other.close();
		this.threads.shutdownNow();
	}

	@Test
	void executedThenReplayed() {
		DurableOperation<String> operation = define(options());
		run(operation, "k", () -> "result");
		assertThat(this.told.drain()).containsExactly("o EXECUTED", "o returned");
		run(operation, "k", () -> "result");
		assertThat(this.told.drain()).containsExactly("o REPLAYED", "o returned");
	}

	@Test
	void failedRecordedAndHeld() {
		Callable<String> failing = () -> {
			throw new IllegalStateException("no");
		};
		run(define(options()), "k", failing);
		assertThat(this.told.drain()).containsExactly("o FAILED IllegalStateException", "o returned");
		DurableOperation<String> recording = define("r", options(OnFailure.RECORD));
		run(recording, "k", failing);
		assertThat(this.told.drain()).containsExactly("r RECORDED IllegalStateException", "r returned");
		run(recording, "k", failing);
		assertThat(this.told.drain()).as("a replayed failure").containsExactly("r REPLAYED", "r returned");
		DurableOperation<String> holding = define("h", options(OnFailure.HOLD));
		run(holding, "k", failing);
		assertThat(this.told.drain()).containsExactly("h HELD IllegalStateException", "h returned");
		run(holding, "k", failing);
		assertThat(this.told.drain()).containsExactly("h REFUSED AbandonedException", "h returned");
	}

	@Test
	void refusedBeforeAnythingRan() {
		DurableOperation<String> operation = define(options());
		run(operation, " ", () -> "never");
		assertThat(this.told.drain()).containsExactly("o REFUSED MissingKeyException", "o returned");
		run(operation, "x".repeat(513), () -> "never");
		assertThat(this.told.drain()).containsExactly("o REFUSED InvalidKeyException", "o returned");
		this.faults.before("claimProcessed", new StorageUnavailableException("down", null, LEASE));
		run(operation, "k", () -> "never");
		assertThat(this.told.drain()).containsExactly("o REFUSED StorageUnavailableException", "o returned");
	}

	@Test
	void conflictsAreToldAsSuch() {
		DurableOperation<String> operation = define(options());
		DurableOperation<String> rival = this.other.define("o", String.class, options());
		run(operation, "k", () -> {
			run(rival, "k", () -> "never");
			assertThat(this.told.drain()).containsExactly("o IN_FLIGHT InFlightException", "o returned");
			return "result";
		});
		this.told.drain();
		run(() -> operation.call("g", "one", () -> "result"));
		run(() -> operation.call("g", "two", () -> "never"));
		assertThat(this.told.drain()).containsExactly("o EXECUTED", "o returned", "o KEY_REUSED KeyReusedException",
				"o returned");
	}

	@Test
	void exceptionOfANestedCallIsAFailureOfTheOuterOne() {
		DurableOperation<String> outer = define("outer", options());
		DurableOperation<String> inner = define("inner", options());
		run(outer, "k", () -> inner.call("", null, () -> "never"));
		assertThat(this.told.drain()).containsExactly("inner REFUSED MissingKeyException", "inner returned",
				"outer FAILED MissingKeyException", "outer returned");
	}

	@Test
	void waitedForAnother() throws Exception {
		DurableOperation<String> operation = define(options());
		DurableOperation<String> rival = this.other.define("o", String.class,
				options().withWait(Duration.ofSeconds(9)));
		CountDownLatch running = new CountDownLatch(1);
		CountDownLatch askedAgain = new CountDownLatch(3);
		this.faults.onCall("claimProcessed", askedAgain::countDown);
		CompletableFuture<Void> first = CompletableFuture.runAsync(() -> run(operation, "k", () -> {
			running.countDown();
			assertThat(askedAgain.await(20, TimeUnit.SECONDS)).isTrue();
			return "result";
		}), this.threads);
		assertThat(running.await(20, TimeUnit.SECONDS)).isTrue();
		run(rival, "k", () -> "never");
		first.get(20, TimeUnit.SECONDS);
		assertThat(this.told.drain()).contains("o WAITED", "o EXECUTED");
	}

	@Test
	void lostToAnother() {
		DurableOperation<String> operation = define(options());
		DurableOperation<String> rival = this.other.define("o", String.class, options());
		run(operation, "k", () -> {
			this.nanos.addAndGet(LEASE.toNanos());
			run(rival, "k", () -> "the rival's");
			assertThat(this.told.drain()).containsExactly("o taken over", "o EXECUTED", "o returned");
			return "too late";
		});
		assertThat(this.told.drain()).containsExactly("o completion refused", "o LOST ClaimLostException",
				"o returned");
	}

	@Test
	void lostBeforeItsBodyIsNoRefusedCompletion() {
		DurableOperation<String> operation = define(options());
		run(() -> operation.execute(Ledger.request("k", ExpectedTransaction.CURRENT), (invocation) -> {
			this.nanos.addAndGet(LEASE.toNanos());
			return invocation.within(() -> "never");
		}));
		assertThat(this.told.drain()).containsExactly("o LOST ClaimLostException", "o returned");
	}

	@Test
	void uncertainIfNobodyConfirms() {
		this.faults.before("markProcessed", new IllegalStateException("broken"));
		run(define(options()), "k", () -> "result");
		assertThat(this.told.drain()).containsExactly("o UNCERTAIN CompletionUncertainException", "o returned");
	}

	@Test
	void neverBegunIsRefused() {
		run(() -> define(options()).execute(Ledger.request("k", ExpectedTransaction.CURRENT), (invocation) -> {
			throw new IllegalStateException("no transaction to be had");
		}));
		assertThat(this.told.drain()).containsExactly("o REFUSED IllegalStateException", "o returned");
	}

	@Test
	void resolverThatKnowsTheResultOrHolds() {
		DurableOperation<String> operation = define(options().withOnAbandoned(OnAbandoned.RECONCILE));
		abandon("a");
		this.resolver = resolver(Resolution.completed("known"));
		run(operation, "a", () -> "never");
		assertThat(this.told.drain()).containsExactly("o taken over", "o REPLAYED", "o returned");
		abandon("b");
		this.resolver = resolver(Resolution.hold("later"));
		run(operation, "b", () -> "never");
		assertThat(this.told.drain()).containsExactly("o taken over", "o HELD AbandonedException", "o returned");
		abandon("c");
		this.resolver = resolver(Resolution.run());
		run(operation, "c", () -> "result");
		assertThat(this.told.drain()).containsExactly("o taken over", "o EXECUTED", "o returned");
	}

	@Test
	void stagesEndWhenTheyComplete() {
		DurableOperation<?> operation = this.node.define("s",
				new ParameterizedTypeReference<CompletionStage<String>>() {
				}, options());
		CompletableFuture<String> stage = new CompletableFuture<>();
		run(() -> operation.execute(Ledger.request("k", ExpectedTransaction.CURRENT),
				(invocation) -> invocation.within(() -> stage)));
		assertThat(this.told.drain()).containsExactly("s returned");
		stage.completeExceptionally(new IllegalStateException("no"));
		assertThat(this.told.drain()).containsExactly("s FAILED IllegalStateException");
	}

	@Test
	void plainCalls() {
		for (Durability durability : List.of(Durability.AT_LEAST_ONCE, Durability.AT_MOST_ONCE)) {
			String name = durability.name();
			DurableOperation<String> operation = define(name, options().withDurability(durability));
			run(operation, "k", () -> "result");
			assertThat(this.told.drain()).containsExactly(name + " EXECUTED", name + " returned");
			run(operation, "k", () -> {
				throw new IllegalStateException("no");
			});
			assertThat(this.told.drain()).containsExactly(name + " FAILED IllegalStateException", name + " returned");
		}
	}

	@Test
	void renewalsAreToldByTheirAnswer() {
		DurableOperation<String> operation = define(options());
		run(operation, "k", () -> {
			this.nanos.addAndGet(LEASE.toNanos() / 2);
			Engines.renewals(this.node).renewDue();
			this.nanos.addAndGet(LEASE.toNanos() / 2);
			this.faults.before("renewClaims", new StorageUnavailableException("down", null, LEASE));
			Engines.renewals(this.node).renewDue();
			assertThat(this.told.drain()).containsExactly("CLAIM RENEWED 1", "CLAIM UNANSWERED 1");
			this.nanos.addAndGet(LEASE.toNanos());
			run(this.other.define("o", String.class, options()), "k", () -> "taken");
			this.told.drain();
			Engines.renewals(this.node).renewDue();
			assertThat(this.told.drain()).containsExactly("CLAIM LOST 1");
			return "too late";
		});
	}

	@Test
	void listenerThatFailsChangesNothing() throws Exception {
		this.failing = true;
		DurableOperation<String> operation = define(options());
		assertThat(operation.call("k", null, () -> "result")).isEqualTo("result");
		assertThat(operation.call("k", null, () -> "never")).isEqualTo("result");
	}

	// --- support

	private void abandon(String key) {
		this.store.claimProcessed(new ClaimRequest(new ClaimKey("", "o", key), UUID.randomUUID(), null, LEASE,
				TakeOver.NONE, "dead", null));
		this.nanos.addAndGet(LEASE.toNanos());
	}

	private static AbandonedResolver<Object> resolver(Resolution<Object> resolution) {
		return new AbandonedResolver<>() {

			@Override
			public String operation() {
				return "o";
			}

			@Override
			public Resolution<Object> resolve(Abandoned abandoned) {
				return resolution;
			}

		};
	}

	private static DurableOptions options() {
		return DurableOptions.defaults().withLease(LEASE);
	}

	private static DurableOptions options(OnFailure onFailure) {
		return options().withFailures(new FailureRules(onFailure, Map.of()));
	}

	private DurableOperation<String> define(DurableOptions options) {
		return define("o", options);
	}

	private DurableOperation<String> define(String name, DurableOptions options) {
		return this.node.define(name, String.class, options);
	}

	private static void run(DurableOperation<String> operation, String key, Callable<String> body) {
		run(() -> operation.call(key, null, body));
	}

	/** What comes of it is what the listener is told. */
	private static void run(Call call) {
		try {
			call.run();
		}
		catch (AssertionError ex) {
			throw ex;
		}
		catch (Throwable ex) {
			assertThat(ex).isInstanceOf(Exception.class);
		}
	}

	/** Fails if it is to. */
	private final class FailingListener implements EngineListener {

		@Override
		public Watch<CallOutcome> durableCall(String operation, Boundary boundary) {
			if (CallOutcomeTests.this.failing) {
				throw new IllegalStateException("a listener");
			}
			return Watch.none();
		}

	}

	private interface Call {

		void run() throws Throwable;

	}

}
