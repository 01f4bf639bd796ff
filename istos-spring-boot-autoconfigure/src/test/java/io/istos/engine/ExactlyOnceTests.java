package io.istos.engine;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.core.ParameterizedTypeReference;
import org.springframework.util.unit.DataSize;

import io.istos.Abandoned;
import io.istos.AbandonedException;
import io.istos.AbandonedResolver;
import io.istos.ClaimLostException;
import io.istos.Durability;
import io.istos.DurableCall;
import io.istos.InFlightException;
import io.istos.InvalidKeyException;
import io.istos.KeyReusedException;
import io.istos.MissingKeyException;
import io.istos.OnAbandoned;
import io.istos.OnFailure;
import io.istos.RecordedFailureException;
import io.istos.Resolution;
import io.istos.StorageUnavailableException;
import io.istos.UnstorableResultException;
import io.istos.jackson.JacksonResultCodec;
import io.istos.storage.ClaimKey;
import io.istos.storage.memory.InMemoryStoragePlugin;
import io.istos.transaction.LedgerTransactions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatRuntimeException;
import static org.awaitility.Awaitility.await;

/**
 * The protocol without transactions, over the in-memory store with a driven clock.
 */
class ExactlyOnceTests {

	private static final Duration LEASE = Duration.ofSeconds(30);

	private final AtomicLong nanos = new AtomicLong();

	private final InstantSource clock = () -> Instant.EPOCH.plusNanos(this.nanos.get());

	private final Faults faults = new Faults();

	private final InMemoryStoragePlugin store = new InMemoryStoragePlugin(this.clock);

	private final AtomicReference<@Nullable String> scope = new AtomicReference<>();

	private final AtomicReference<@Nullable AbandonedResolver<?>> resolver = new AtomicReference<>();

	private final AtomicInteger runs = new AtomicInteger();

	private final DurableOperations node = node();

	private final DurableOperations otherNode = node();

	private final DurableCall durableCall = this.node.currentCall();

	private DurableOperations node() {
		return new DurableOperations(this.faults.around(this.store), new JacksonResultCodec(DataSize.ofKilobytes(64)),
				new LedgerTransactions(() -> null), EngineSettings.defaults("test"),
				new DurableOperations.Collaborators(() -> this.scope::get, (operation) -> this.resolver.get(),
						() -> "trace", () -> null, List::of, null),
				this.nanos::get, ExactlyOnceTests::withoutTask);
	}

	// With a driven clock the tests renew themselves.
	private static Thread withoutTask(Runnable task) {
		return new Thread();
	}

	@AfterEach
	void close() {
		this.node.close();
		this.otherNode.close();
	}

	// --- once per key

	@Test
	void duplicatesGetTheFirstResult() throws Exception {
		DurableOperation<String> operation = define(DurableOptions.defaults());
		assertThat(run(operation, "a")).isEqualTo("run 1");
		assertThat(run(operation, "a")).isEqualTo("run 1");
		assertThat(run(operation, "b")).isEqualTo("run 2");
		assertThat(run(onOtherNode(DurableOptions.defaults()), "a")).isEqualTo("run 1");
	}

	@Test
	void nullIsAResult() throws Exception {
		DurableOperation<String> operation = define(DurableOptions.defaults());
		for (int i = 0; i < 3; i++) {
			assertThat(operation.call("null", null, () -> {
				this.runs.incrementAndGet();
				return null;
			})).isNull();
		}
		assertThat(this.runs).hasValue(1);
	}

	@Test
	void genericResultsKeepTheirType() throws Exception {
		DurableOperation<Map<String, List<Instant>>> operation = this.node.define("generic",
				new ParameterizedTypeReference<Map<String, List<Instant>>>() {
				}, DurableOptions.defaults());
		Map<String, List<Instant>> result = Map.of("a", List.of(Instant.ofEpochSecond(1, 2)));
		assertThat(operation.call("k", null, () -> result)).isEqualTo(result);
		assertThat(operation.call("k", null, () -> Map.of())).isEqualTo(result);
	}

	@Test
	void eachExecutionIsLoggedOnce() throws Exception {
		DurableOperation<String> operation = define(DurableOptions.defaults());
		run(operation, "a");
		run(operation, "a");
		assertThat(this.store.getLog("", "operation", 10)).singleElement()
			.satisfies((entry) -> assertThat(entry.idempotencyKey()).isEqualTo("a"));
	}

	@Test
	void missingOrUnstorableKeysAreRefused() {
		DurableOperation<String> operation = define(DurableOptions.defaults());
		for (String key : new String[] { null, "", " \t" }) {
			assertThatExceptionOfType(MissingKeyException.class).isThrownBy(() -> run(operation, key))
				.withMessageContaining("operation");
		}
		assertThatExceptionOfType(InvalidKeyException.class).isThrownBy(() -> run(operation, "x".repeat(513)))
			.withMessageContaining("512");
		assertThatExceptionOfType(InvalidKeyException.class).isThrownBy(() -> run(operation, "a\0"));
		assertThatExceptionOfType(InvalidKeyException.class).isThrownBy(() -> run(operation, "a\ud800"));
		assertThat(this.runs).hasValue(0);
	}

	@Test
	void keyScopesSeparateEqualKeys() throws Exception {
		DurableOperation<String> operation = define(DurableOptions.defaults());
		this.scope.set("tenant-a");
		assertThat(run(operation, "k")).isEqualTo("run 1");
		this.scope.set("tenant-b");
		assertThat(run(operation, "k")).isEqualTo("run 2");
		this.scope.set(null);
		assertThat(run(operation, "k")).isEqualTo("run 3");
		this.scope.set(" ");
		assertThatExceptionOfType(InvalidKeyException.class).isThrownBy(() -> run(operation, "k"));
		this.scope.set("a|b");
		assertThatExceptionOfType(InvalidKeyException.class).isThrownBy(() -> run(operation, "k"));
	}

	@Test
	void twoOperationsCannotShareAName() {
		define(DurableOptions.defaults());
		assertThatIllegalStateException().isThrownBy(() -> define(DurableOptions.defaults()))
			.withMessageContaining("'operation'");
	}

	@Test
	void keyReuseIsRefusedWhenDoneInFlightLapsedAndAfterAWait() throws Exception {
		DurableOperation<String> operation = define(DurableOptions.defaults());
		DurableOperation<String> waiting = onOtherNode(DurableOptions.defaults().withWait(Duration.ofSeconds(9)));
		operation.call("k", "first", () -> {
			assertReused(waiting, "k");
			this.nanos.addAndGet(LEASE.toNanos());
			assertReused(waiting, "k");
			return "done";
		});
		assertReused(waiting, "k");
		assertReused(operation, "k");
		assertThat(this.runs).hasValue(0);
	}

	private void assertReused(DurableOperation<String> operation, String key) {
		assertThatExceptionOfType(KeyReusedException.class)
			.isThrownBy(() -> operation.call(key, "second", () -> "run " + this.runs.incrementAndGet()))
			.satisfies((ex) -> assertThat(ex.retryAfter()).isNull());
	}

	// --- in flight

	@Test
	void callInFlightIsRejectedWithTheRemainingLease() throws Exception {
		DurableOperation<String> operation = define(DurableOptions.defaults());
		DurableOperation<String> other = onOtherNode(DurableOptions.defaults());
		operation.call("k", null, () -> {
			this.nanos.addAndGet(Duration.ofSeconds(10).toNanos());
			assertThatExceptionOfType(InFlightException.class).isThrownBy(() -> run(other, "k"))
				.satisfies((ex) -> assertThat(ex.retryAfter()).isEqualTo(Duration.ofSeconds(20)));
			return "done";
		});
		assertThat(run(other, "k")).isEqualTo("done");
	}

	@Test
	void waiterInTheSameProcessIsWokenByTheOutcome() throws Exception {
		DurableOperation<String> operation = define(DurableOptions.defaults().withWait(Duration.ofDays(1)));
		CountDownLatch started = new CountDownLatch(1);
		CountDownLatch finish = new CountDownLatch(1);
		CompletableFuture<String> first = CompletableFuture.supplyAsync(() -> unchecked(operation, "k", () -> {
			started.countDown();
			finish.await();
			return "first";
		}));
		started.await();
		CompletableFuture<String> second = CompletableFuture
			.supplyAsync(() -> unchecked(operation, "k", () -> "second"));
		finish.countDown();
		assertThat(first.get(10, TimeUnit.SECONDS)).isEqualTo("first");
		assertThat(second.get(10, TimeUnit.SECONDS)).isEqualTo("first");
	}

	@Test
	void waiterTakesOverWhatIsReleased() throws Exception {
		DurableOperation<String> operation = define(DurableOptions.defaults());
		DurableOperation<String> waiting = onOtherNode(DurableOptions.defaults().withWait(Duration.ofDays(1)));
		AtomicReference<CompletableFuture<String>> second = new AtomicReference<>();
		assertThatIllegalStateException().isThrownBy(() -> operation.call("k", null, () -> {
			second.set(CompletableFuture.supplyAsync(() -> unchecked(waiting, "k", () -> "second")));
			throw new IllegalStateException("first");
		}));
		assertThat(second.get().get(10, TimeUnit.SECONDS)).isEqualTo("second");
	}

	@Test
	void waitingHasAnEnd() throws Exception {
		DurableOperation<String> operation = define(DurableOptions.defaults());
		DurableOperation<String> waiting = onOtherNode(DurableOptions.defaults().withWait(Duration.ofMillis(1)));
		operation.call("k", null, () -> {
			CompletableFuture<String> waiter = CompletableFuture
				.supplyAsync(() -> unchecked(waiting, "k", () -> "never"));
			await().until(() -> {
				this.nanos.addAndGet(Duration.ofMillis(1).toNanos());
				return waiter.isDone();
			});
			assertThatRuntimeException().isThrownBy(waiter::join).withCauseInstanceOf(InFlightException.class);
			return "done";
		});
	}

	// --- abandoned

	@Test
	void lapsedClaimIsTakenOverAndTheStaleOwnerIsRefused() throws Exception {
		DurableOperation<String> operation = define(DurableOptions.defaults());
		DurableOperation<String> other = onOtherNode(DurableOptions.defaults());
		assertThatExceptionOfType(ClaimLostException.class).isThrownBy(() -> operation.call("k", null, () -> {
			this.nanos.addAndGet(LEASE.toNanos());
			assertThat(run(other, "k")).isEqualTo("run 1");
			return "stale";
		})).satisfies((ex) -> assertThat(ex.retryAfter()).isPositive());
		assertThat(run(operation, "k")).isEqualTo("run 1");
	}

	@Test
	void staleOwnersFailureDoesNotReleaseTheSuccessor() throws Exception {
		DurableOperation<String> operation = define(DurableOptions.defaults());
		DurableOperation<String> other = onOtherNode(DurableOptions.defaults());
		CountDownLatch finish = new CountDownLatch(1);
		AtomicReference<CompletableFuture<String>> second = new AtomicReference<>();
		assertThatIllegalStateException().isThrownBy(() -> operation.call("k", null, () -> {
			this.nanos.addAndGet(LEASE.toNanos());
			CountDownLatch started = new CountDownLatch(1);
			second.set(CompletableFuture.supplyAsync(() -> unchecked(other, "k", () -> {
				started.countDown();
				finish.await();
				return "second";
			})));
			started.await();
			throw new IllegalStateException("stale");
		}));
		assertThatExceptionOfType(InFlightException.class).isThrownBy(() -> run(operation, "k"));
		finish.countDown();
		assertThat(second.get().get(10, TimeUnit.SECONDS)).isEqualTo("second");
	}

	@Test
	void abandonedClaimIsHeldForAPerson() throws Exception {
		DurableOperation<String> operation = define(DurableOptions.defaults().withOnAbandoned(OnAbandoned.HOLD));
		abandon("k");
		assertThatExceptionOfType(AbandonedException.class).isThrownBy(() -> run(operation, "k"))
			.withMessageContaining("RECONCILE");
		assertThat(this.runs).hasValue(0);
	}

	@Test
	void resolverCompletesAnAbandonedCall() throws Exception {
		DurableOperation<String> operation = define(DurableOptions.defaults().withOnAbandoned(OnAbandoned.RECONCILE));
		abandon("k");
		AtomicReference<Abandoned> seen = new AtomicReference<>();
		resolve((abandoned) -> {
			seen.set(abandoned);
			return Resolution.completed("from the gateway");
		});
		assertThat(operation.call("k", "arguments", () -> "never")).isEqualTo("from the gateway");
		assertThat(seen.get().attempt()).isEqualTo(1);
		assertThat(seen.get().arguments()).containsExactly("arguments");
		this.resolver.set(null);
		assertThat(operation.call("k", "arguments", () -> "never")).isEqualTo("from the gateway");
	}

	@Test
	void resolverKnowsTheDownstreamKey() throws Exception {
		DurableOperation<String> operation = define(DurableOptions.defaults().withOnAbandoned(OnAbandoned.RECONCILE));
		abandon("k");
		List<String> keys = new ArrayList<>();
		resolve((abandoned) -> {
			keys.add(abandoned.downstreamKey());
			return Resolution.run();
		});
		operation.call("k", null, () -> {
			keys.add(this.durableCall.downstreamKey());
			return "done";
		});
		assertThat(keys).hasSize(2).containsOnly(keys.get(0));
	}

	@Test
	void resolverLetsAnAbandonedCallRun() throws Exception {
		DurableOperation<String> operation = define(DurableOptions.defaults().withOnAbandoned(OnAbandoned.RECONCILE));
		abandon("k");
		resolve((abandoned) -> Resolution.run());
		assertThat(operation.call("k", null, () -> "attempt " + this.durableCall.attempt())).isEqualTo("attempt 2");
	}

	@Test
	void resolverHoldsAndDecidesLater() throws Exception {
		DurableOperation<String> operation = define(DurableOptions.defaults()
			.withOnAbandoned(OnAbandoned.RECONCILE)
			.withFailures(FailureRules.of(OnFailure.HOLD)));
		assertThatIllegalStateException().isThrownBy(() -> operation.call("k", null, () -> {
			throw new IllegalStateException("time-out");
		}));
		resolve((abandoned) -> Resolution.hold("gateway is silent"));
		assertThatExceptionOfType(AbandonedException.class).isThrownBy(() -> run(operation, "k"))
			.withMessageContaining("gateway is silent");
		resolve((abandoned) -> {
			throw new IllegalArgumentException("gateway is down");
		});
		assertThatIllegalArgumentException().isThrownBy(() -> run(operation, "k"));
		resolve((abandoned) -> {
			assertThat(abandoned.lastError()).contains("gateway is down");
			return Resolution.completed("charged");
		});
		assertThat(run(operation, "k")).isEqualTo("charged");
		assertThat(this.runs).hasValue(0);
	}

	@Test
	void heldCallIsNeverRunAgain() throws Exception {
		DurableOperation<String> operation = define(DurableOptions.defaults()
			.withFailures(new FailureRules(OnFailure.RELEASE,
					Map.of(java.net.SocketTimeoutException.class, OnFailure.HOLD))));
		AtomicReference<String> gatewayKey = new AtomicReference<>();
		assertThatExceptionOfType(java.net.SocketTimeoutException.class)
			.isThrownBy(() -> operation.call("k", null, () -> {
				gatewayKey.set(this.durableCall.downstreamKey());
				throw new java.net.SocketTimeoutException("gateway");
			}));
		this.nanos.addAndGet(Duration.ofDays(300).toNanos());
		assertThatExceptionOfType(AbandonedException.class).isThrownBy(() -> run(operation, "k"));
		assertThat(gatewayKey.get()).hasSize(36);
	}

	@Test
	void downstreamKeyIsTheSameOnEveryAttemptAndNode() {
		List<String> keys = new ArrayList<>();
		DurableOperation<String> operation = define(DurableOptions.defaults());
		DurableOperation<String> other = onOtherNode(DurableOptions.defaults());
		DurableCall otherCall = this.otherNode.currentCall();
		assertThatIllegalStateException().isThrownBy(() -> operation.call("k", null, () -> {
			keys.add(this.durableCall.downstreamKey());
			throw new IllegalStateException();
		}));
		unchecked(other, "k", () -> {
			keys.add(otherCall.downstreamKey());
			assertThat(otherCall.attempt()).isEqualTo(2);
			assertThat(otherCall.epoch()).isPositive();
			return "done";
		});
		assertThat(keys).hasSize(2).containsOnly(keys.get(0));
		assertThatIllegalStateException().isThrownBy(this.durableCall::key);
	}

	// --- failures

	@Test
	void failureReleasesAndArrivesAsThrown() throws Exception {
		DurableOperation<String> operation = define(DurableOptions.defaults());
		Exception failure = new java.io.IOException("no", new RuntimeException("cause"));
		assertThatExceptionOfType(java.io.IOException.class).isThrownBy(() -> operation.call("k", null, () -> {
			throw failure;
		})).isSameAs(failure);
		assertThat(run(operation, "k")).isEqualTo("run 1");
	}

	@Test
	void recordedFailureIsReplayedAsItsType() {
		DurableOperation<String> operation = define(
				DurableOptions.defaults().withFailures(FailureRules.of(OnFailure.RECORD)));
		for (int i = 0; i < 3; i++) {
			assertThatExceptionOfType(java.io.IOException.class).isThrownBy(() -> operation.call("k", null, () -> {
				this.runs.incrementAndGet();
				throw new java.io.IOException("rejected");
			})).withMessage("rejected");
		}
		assertThat(this.runs).hasValue(1);
		assertThat(this.store.getLog("", "operation", 10)).isEmpty();
	}

	@Test
	void recordedFailureWithoutAFittingConstructorIsReplayedByName() {
		DurableOperation<String> operation = define(
				DurableOptions.defaults().withFailures(FailureRules.of(OnFailure.RECORD)));
		assertThatExceptionOfType(Rejected.class).isThrownBy(() -> operation.call("k", null, () -> {
			throw new Rejected("order 1");
		}));
		assertThatExceptionOfType(RecordedFailureException.class).isThrownBy(() -> run(operation, "k"))
			.withMessageContaining("rejected: order 1")
			.satisfies((ex) -> assertThat(ex.failureType()).isEqualTo(Rejected.class.getName()));
	}

	@Test
	void mostSpecificExceptionTypeWins() {
		FailureRules rules = new FailureRules(OnFailure.RELEASE,
				Map.of(RuntimeException.class, OnFailure.RECORD, IllegalArgumentException.class, OnFailure.HOLD));
		assertThat(rules.decide(new NumberFormatException())).isEqualTo(OnFailure.HOLD);
		assertThat(rules.decide(new IllegalStateException())).isEqualTo(OnFailure.RECORD);
		assertThat(rules.decide(new Exception())).isEqualTo(OnFailure.RELEASE);
	}

	@Test
	void resultThatCannotBeStoredIsHeldSinceTheWorkIsDone() {
		DurableOperation<String> operation = define(DurableOptions.defaults());
		assertThatExceptionOfType(UnstorableResultException.class)
			.isThrownBy(() -> operation.call("k", null, () -> "x".repeat(100_000)));
		assertThatExceptionOfType(AbandonedException.class).isThrownBy(() -> run(operation, "k"));
	}

	// --- renewal

	@Test
	void longCallIsRenewedAndNotTakenOver() throws Exception {
		DurableOperation<String> operation = define(DurableOptions.defaults());
		DurableOperation<String> other = onOtherNode(DurableOptions.defaults());
		assertThat(operation.call("k", null, () -> {
			for (int i = 0; i < 10; i++) {
				this.nanos.addAndGet(LEASE.toNanos() / 3);
				assertThat(Engines.renewals(this.node).renewDue()).isTrue();
			}
			assertThatExceptionOfType(InFlightException.class).isThrownBy(() -> run(other, "k"));
			return "long";
		})).isEqualTo("long");
		assertThat(Engines.heldClaims(this.node)).isEmpty();
	}

	@Test
	void renewalGoesOnAfterAnOutage() throws Exception {
		DurableOperation<String> operation = define(DurableOptions.defaults());
		operation.call("k", null, () -> {
			this.nanos.addAndGet(LEASE.toNanos() / 3);
			this.faults.before("renewClaims", new StorageUnavailableException("down", null, Duration.ZERO));
			assertThat(Engines.renewals(this.node).renewDue()).isFalse();
			assertThat(Engines.renewals(this.node).renewDue()).isTrue();
			assertThat(Engines.heldClaims(this.node).get(0).nanosUntilDeadline(this.nanos.get()))
				.isEqualTo(LEASE.toNanos());
			return "done";
		});
	}

	@Test
	void bodyIsNotStartedPastItsDeadline() throws Exception {
		DurableOperation<String> operation = define(DurableOptions.defaults());
		assertThatExceptionOfType(ClaimLostException.class).isThrownBy(() -> operation
			.execute(Ledger.request("k", io.istos.transaction.ExpectedTransaction.CURRENT), (invocation) -> {
				this.nanos.addAndGet(LEASE.toNanos());
				return invocation.within(() -> "never " + this.runs.incrementAndGet());
			}));
		assertThat(this.runs).hasValue(0);
		assertThat(run(operation, "k")).isEqualTo("run 1");
	}

	@Test
	void retryInsideOneCallStaysWithinItsClaim() throws Throwable {
		DurableOperation<String> operation = define(DurableOptions.defaults());
		Object result = operation.execute(Ledger.request("k", io.istos.transaction.ExpectedTransaction.CURRENT),
				(invocation) -> {
					assertThatIllegalStateException().isThrownBy(() -> invocation.within(() -> {
						throw new IllegalStateException("first try");
					}));
					return invocation.within(() -> "attempt " + this.durableCall.attempt());
				});
		assertThat(result).isEqualTo("attempt 1");
		assertThat(run(operation, "k")).isEqualTo("attempt 1");
	}

	@Test
	void fallbackThatSwallowsTheFailureIsNotDone() throws Throwable {
		DurableOperation<String> operation = define(DurableOptions.defaults());
		Object fallback = operation.execute(Ledger.request("k", io.istos.transaction.ExpectedTransaction.CURRENT),
				(invocation) -> {
					assertThatIllegalStateException().isThrownBy(() -> invocation.within(() -> {
						throw new IllegalStateException("swallowed");
					}));
					return "fallback";
				});
		assertThat(fallback).isEqualTo("fallback");
		assertThat(run(operation, "k")).isEqualTo("run 1");
	}

	// --- asynchronous results

	@Test
	void stageIsCompletedWhenItCompletes() throws Exception {
		DurableOperation<CompletableFuture<String>> operation = defineAsync();
		CompletableFuture<String> pending = new CompletableFuture<>();
		CompletableFuture<String> first = operation.call("k", null, () -> pending);
		assertThat(this.store.checkProcessed(key())).isEmpty();
		assertThat(operation.call("k", null, CompletableFuture::new)).isCompletedExceptionally();
		pending.complete("later");
		assertThat(first).isCompletedWithValue("later");
		assertThat(operation.call("k", null, CompletableFuture::new)).isCompletedWithValue("later");
	}

	@Test
	void failedOrCancelledStageReleases() throws Exception {
		DurableOperation<CompletableFuture<String>> operation = defineAsync();
		assertThat(operation.call("k", null, () -> CompletableFuture.failedFuture(new IllegalStateException("no"))))
			.isCompletedExceptionally();
		CompletableFuture<String> pending = new CompletableFuture<>();
		CompletableFuture<String> result = operation.call("k", null, () -> pending);
		assertThat(result.cancel(true)).isTrue();
		assertThatExceptionOfType(CancellationException.class).isThrownBy(pending::join);
		assertThat(operation.call("k", null, () -> CompletableFuture.completedFuture("third")))
			.isCompletedWithValue("third");
	}

	@Test
	void asynchronousCallNeedsNoTransaction() {
		assertThatIllegalArgumentException().isThrownBy(
				() -> this.node.define("async-required", new ParameterizedTypeReference<CompletableFuture<String>>() {
				}, DurableOptions.defaults().withBoundary(io.istos.Boundary.REQUIRED)));
	}

	// --- other durabilities

	@Test
	void atMostOnceTouchesNoStorage() throws Exception {
		DurableOperation<String> operation = define(DurableOptions.defaults().withDurability(Durability.AT_MOST_ONCE));
		assertThat(run(operation, "k")).isEqualTo("run 1");
		assertThat(run(operation, "k")).isEqualTo("run 2");
		assertThat(this.store.getLog("", "operation", 10)).isEmpty();
		assertThat(this.store.checkProcessed(key())).isEmpty();
	}

	@Test
	void atLeastOnceLogsEveryExecutionThatReturns() throws Exception {
		DurableOperation<String> operation = define(DurableOptions.defaults().withDurability(Durability.AT_LEAST_ONCE));
		run(operation, "k");
		run(operation, "k");
		run(operation, null);
		assertThatIllegalStateException().isThrownBy(() -> operation.call("k", null, () -> {
			throw new IllegalStateException();
		}));
		assertThat(this.store.getLog("", "operation", 10)).hasSize(3)
			.first()
			.satisfies((entry) -> assertThat(entry.value()).isEqualTo("\"run 3\""));
		this.faults.before("log", new StorageUnavailableException("down", null, Duration.ZERO));
		assertThatExceptionOfType(StorageUnavailableException.class).isThrownBy(() -> run(operation, "k"));
	}

	// --- shutdown

	@Test
	void shutdownWaitsForRunningCallsAndRefusesFurtherOnes() throws Exception {
		DurableOperation<String> operation = define(DurableOptions.defaults());
		AtomicReference<Thread> closing = new AtomicReference<>();
		operation.call("k", null, () -> {
			Thread thread = new Thread(this.node::close);
			closing.set(thread);
			thread.start();
			await().until(() -> thread.getState() == Thread.State.TIMED_WAITING);
			assertThat(run(operation, "nested")).isEqualTo("run 1");
			return "done";
		});
		closing.get().join(10_000);
		assertThat(closing.get().isAlive()).isFalse();
		assertThat(this.store.checkProcessed(key())).isPresent();
		assertThatExceptionOfType(StorageUnavailableException.class).isThrownBy(() -> run(operation, "late"))
			.withMessageContaining("shutting down");
	}

	// --- helpers

	private DurableOperation<String> define(DurableOptions options) {
		return this.node.define("operation", String.class, options.withLease(LEASE));
	}

	private DurableOperation<String> onOtherNode(DurableOptions options) {
		return this.otherNode.define("operation", String.class, options.withLease(LEASE));
	}

	private DurableOperation<CompletableFuture<String>> defineAsync() {
		return this.node.define("operation", new ParameterizedTypeReference<CompletableFuture<String>>() {
		}, DurableOptions.defaults().withLease(LEASE));
	}

	private @Nullable String run(DurableOperation<String> operation, @Nullable String key) throws Exception {
		return operation.call(key, null, () -> "run " + this.runs.incrementAndGet());
	}

	private static ClaimKey key() {
		return new ClaimKey("", "operation", "k");
	}

	private void abandon(String key) {
		this.store.claimProcessed(new io.istos.storage.ClaimRequest(new ClaimKey("", "operation", key),
				java.util.UUID.randomUUID(), null, LEASE, io.istos.storage.TakeOver.LAPSED, "died", null));
		this.nanos.addAndGet(LEASE.toNanos());
	}

	private void resolve(java.util.function.Function<Abandoned, Resolution<String>> decision) {
		this.resolver.set(new AbandonedResolver<String>() {
			@Override
			public String operation() {
				return "operation";
			}

			@Override
			public Resolution<String> resolve(Abandoned abandoned) {
				return decision.apply(abandoned);
			}
		});
	}

	private static String unchecked(DurableOperation<String> operation, String key,
			java.util.concurrent.Callable<String> body) {
		return AbstractTransactionTests.unchecked(() -> operation.call(key, null, body));
	}

	@SuppressWarnings("serial")
	static class Rejected extends RuntimeException {

		Rejected(String order) {
			super("rejected: " + order);
		}

	}

}
