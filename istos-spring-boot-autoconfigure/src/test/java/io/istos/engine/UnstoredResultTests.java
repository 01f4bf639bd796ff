package io.istos.engine;

import java.lang.reflect.Type;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.core.ParameterizedTypeReference;

import io.istos.Abandoned;
import io.istos.AbandonedResolver;
import io.istos.Durability;
import io.istos.OnAbandoned;
import io.istos.OnFailure;
import io.istos.Resolution;
import io.istos.ResultNotStoredException;
import io.istos.storage.Claim;
import io.istos.storage.ClaimKey;
import io.istos.storage.ClaimRequest;
import io.istos.storage.Completion;
import io.istos.storage.LogEntry;
import io.istos.storage.Outcome;
import io.istos.storage.Release;
import io.istos.storage.TakeOver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Operations that don't store results: done is done, and nobody is told what came of it.
 */
@ParameterizedClass
@EnumSource(Adapter.class)
class UnstoredResultTests {

	private static final ParameterizedTypeReference<CompletableFuture<Void>> VOID_STAGE = new ParameterizedTypeReference<>() {
	};

	private static final ParameterizedTypeReference<CompletableFuture<String>> STAGE = new ParameterizedTypeReference<>() {
	};

	@Parameter
	private Adapter adapter;

	private Ledger ledger;

	private DurableOptions unstored;

	@BeforeEach
	void open() {
		DurableOperations.Collaborators collaborators = new DurableOperations.Collaborators(() -> null,
				(name) -> new Resolver(name), () -> null, () -> null, List::of, null);
		this.ledger = this.adapter.options().collaborators(collaborators).create();
		this.unstored = DurableOptions.defaults().withLease(Ledger.LEASE).withStoreResult(false);
	}

	@AfterEach
	void close() {
		this.ledger.close();
	}

	@Test
	void callerGetsTheResultAndDuplicatesAreToldThatItIsNotStored() throws Exception {
		DurableOperation<String> operation = define(String.class, this.unstored);
		assertThat(call(operation)).isEqualTo("result 1");
		assertNotStored(() -> call(operation));
		assertThat(this.ledger.rows("k")).isOne();
		assertThat(outcome()).isEqualTo(Outcome.UNKNOWN);
		assertThat(logged()).singleElement().satisfies((entry) -> assertThat(entry.value()).isEqualTo("null"));
	}

	@Test
	void duplicatesOfVoidReturn() throws Exception {
		for (Class<?> type : List.of(void.class, Void.class)) {
			DurableOperation<?> operation = this.ledger.operations.define(type.getName(), type, this.unstored);
			for (int i = 0; i < 3; i++) {
				assertThat(operation.call("k", null, () -> {
					this.ledger.book(type.getName());
					return null;
				})).isNull();
			}
			assertThat(this.ledger.rows(type.getName())).isOne();
		}
	}

	@Test
	void stagesAreReplayedAsStages() throws Exception {
		DurableOperation<CompletableFuture<Void>> nothing = this.ledger.operations.define("nothing", VOID_STAGE,
				this.unstored);
		assertThat(nothing.call("k", null, () -> CompletableFuture.completedFuture(null))).isCompletedWithValue(null);
		assertThat(nothing.call("k", null, CompletableFuture::new)).isCompletedWithValue(null);
		DurableOperation<CompletableFuture<String>> text = this.ledger.operations.define("text", STAGE, this.unstored);
		assertThat(text.call("k", null, () -> CompletableFuture.completedFuture("a"))).isCompletedWithValue("a");
		assertNotStored(() -> text.call("k", null, CompletableFuture::new).get(), "text");
	}

	@Test
	void resultMayBeOfAnyTypeThatIsThere() throws Exception {
		DurableOperation<Stream<Object>> operation = this.ledger.operations.define("operation",
				new ParameterizedTypeReference<Stream<Object>>() {
				}, this.unstored);
		Object unwritable = Thread.currentThread();
		assertThat(operation.call("k", null, () -> Stream.of(unwritable))).containsExactly(unwritable);
		assertNotStored(() -> operation.call("k", null, Stream::empty));
	}

	@Test
	void resultThatIsNotThereYetIsRefused() {
		for (Type type : List.of(Future.class, Flow.Publisher.class, Stage.class)) {
			assertThatIllegalArgumentException()
				.isThrownBy(() -> this.ledger.operations.define("operation", type, this.unstored))
				.withMessageContaining("when the work is done");
		}
	}

	@Test
	void outcomeIsUnknownWithATransactionToo() throws Exception {
		DurableOperation<String> operation = define(String.class,
				this.unstored.withTransaction(this.ledger.template()));
		assertThat(call(operation)).isEqualTo("result 1");
		assertNotStored(() -> call(operation));
		assertThat(outcome()).isEqualTo(Outcome.UNKNOWN);
		assertThat(logged()).singleElement().satisfies((entry) -> assertThat(entry.value()).isEqualTo("null"));
	}

	@Test
	void duplicateWithinTheCallersTransaction() throws Exception {
		DurableOperation<String> operation = define(String.class, this.unstored);
		this.ledger.template().executeWithoutResult((status) -> {
			assertThat(AbstractTransactionTests.<String>unchecked(() -> call(operation))).isEqualTo("result 1");
			assertNotStored(() -> call(operation));
		});
		assertNotStored(() -> call(operation));
		assertThat(this.ledger.rows("k")).isOne();
	}

	@Test
	void waiterIsToldAsWell() throws Exception {
		DurableOperation<String> operation = define(String.class, this.unstored.withWait(Duration.ofDays(1)));
		CountDownLatch started = new CountDownLatch(1);
		AtomicReference<CompletableFuture<String>> waiter = new AtomicReference<>();
		operation.call("k", null, () -> {
			waiter.set(CompletableFuture.supplyAsync(() -> {
				started.countDown();
				return AbstractTransactionTests.unchecked(() -> call(operation));
			}));
			started.await();
			return "done";
		});
		assertThat(waiter.get()).failsWithin(20, TimeUnit.SECONDS)
			.withThrowableThat()
			.withRootCauseInstanceOf(ResultNotStoredException.class);
	}

	@Test
	void whatAResolverCompletedIsNotStoredEither() throws Exception {
		DurableOperation<String> operation = define(String.class, this.unstored.withOnAbandoned(OnAbandoned.RECONCILE));
		hold();
		assertNotStored(() -> call(operation));
		assertNotStored(() -> call(operation));
		assertThat(outcome()).isEqualTo(Outcome.UNKNOWN);
		assertThat(this.ledger.runs).hasValue(0);
	}

	@Test
	void failuresAreStoredAsEver() {
		DurableOperation<String> operation = define(String.class,
				this.unstored.withFailures(FailureRules.of(OnFailure.RECORD)));
		for (int i = 0; i < 2; i++) {
			assertThatIllegalStateException().isThrownBy(() -> operation.call("k", null, () -> {
				throw new IllegalStateException("rejected " + this.ledger.runs.incrementAndGet());
			})).withMessage("rejected 1");
		}
		assertThat(outcome().kind()).isEqualTo(Outcome.Kind.FAILURE);
	}

	@Test
	void whatWasStoredBeforeIsReplayed() throws Exception {
		assertThat(call(define(String.class, this.unstored.withStoreResult(true)))).isEqualTo("result 1");
		DurableOperation<String> later = this.ledger.anotherNode().define("operation", String.class, this.unstored);
		assertThat(call(later)).isEqualTo("result 1");
	}

	@Test
	void callThatFinishedElsewhereIsDone() throws Exception {
		ClaimRequest request = claim();
		Claim claim = this.ledger.store.claimProcessed(request);
		assertThat(this.ledger.store
			.markProcessed(new Completion(request.token(claim.epoch()), Outcome.UNKNOWN, Duration.ofDays(1)))).isTrue();
		assertNotStored(() -> call(define(String.class, this.unstored.withStoreResult(true))));
		DurableOperation<Void> nothing = this.ledger.anotherNode()
			.define("operation", Void.class, DurableOptions.defaults());
		assertThat(nothing.call("k", null, () -> {
			this.ledger.book("k");
			return null;
		})).isNull();
		assertThat(this.ledger.rows("k")).isZero();
	}

	@Test
	void atLeastOnceLogsNoResult() throws Exception {
		DurableOperation<String> operation = define(String.class,
				this.unstored.withDurability(Durability.AT_LEAST_ONCE));
		assertThat(call(operation)).isEqualTo("result 1");
		assertThat(logged()).singleElement().satisfies((entry) -> assertThat(entry.value()).isEqualTo("null"));
	}

	private <R> DurableOperation<R> define(Class<R> type, DurableOptions options) {
		return this.ledger.operations.define("operation", type, options);
	}

	private String call(DurableOperation<String> operation) throws Exception {
		return operation.call("k", null, () -> this.ledger.book("k"));
	}

	private static void assertNotStored(ThrowingCallable call) {
		assertNotStored(call, "operation");
	}

	private static void assertNotStored(ThrowingCallable call, String operation) {
		assertThatExceptionOfType(Exception.class).isThrownBy(call)
			.extracting((ex) -> (ex instanceof ResultNotStoredException) ? ex : ex.getCause())
			.asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.throwable(ResultNotStoredException.class))
			.hasMessageContainingAll("'" + operation + "'", "done before", "did not run again", "not stored")
			.satisfies((ex) -> assertThat(ex.retryAfter()).isNull());
	}

	private Outcome outcome() {
		return this.ledger.store.checkProcessed(key()).orElseThrow();
	}

	private List<LogEntry> logged() {
		return this.ledger.store.getLog("", "operation", 10);
	}

	private void hold() {
		ClaimRequest request = claim();
		Claim claim = this.ledger.store.claimProcessed(request);
		this.ledger.store.releaseClaim(
				new Release(request.token(claim.epoch()), Release.Target.HELD, "nobody knows", Duration.ofDays(1)));
	}

	private static ClaimKey key() {
		return new ClaimKey("", "operation", "k");
	}

	private static ClaimRequest claim() {
		return new ClaimRequest(key(), UUID.randomUUID(), null, Duration.ofMinutes(1), TakeOver.LAPSED, null, null);
	}

	/**
	 * Tells when it is done, though not to everybody.
	 */
	static final class Stage extends CompletableFuture<String> {

	}

	private record Resolver(String operation) implements AbandonedResolver<String> {

		@Override
		public Resolution<String> resolve(Abandoned abandoned) {
			return Resolution.completed("from the gateway");
		}

	}

}
