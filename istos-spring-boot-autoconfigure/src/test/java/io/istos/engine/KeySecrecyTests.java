package io.istos.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.core.ParameterizedTypeReference;

import io.istos.Abandoned;
import io.istos.AbandonedException;
import io.istos.AbandonedResolver;
import io.istos.Boundary;
import io.istos.ClaimLostException;
import io.istos.CompletionUncertainException;
import io.istos.InFlightException;
import io.istos.InvalidKeyException;
import io.istos.KeyReusedException;
import io.istos.OnAbandoned;
import io.istos.OnFailure;
import io.istos.Resolution;
import io.istos.ResultNotStoredException;
import io.istos.StorageUnavailableException;
import io.istos.UnreadableResultException;
import io.istos.UnstorableResultException;
import io.istos.storage.EntryKey;
import io.istos.storage.StoragePlugin;
import io.istos.storage.memory.InMemoryStoragePlugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Business keys are personal often enough: whatever happens to a call, neither a log line
 * nor an exception of Istos's tells one.
 */
@ParameterizedClass
@EnumSource(Adapter.class)
class KeySecrecyTests {

	private static final String KEY = "jane.doe@example.org";

	private static final StorageUnavailableException DOWN = new StorageUnavailableException("down", null,
			StorageUnavailableException.SOON);

	private static final IllegalStateException BODY = new IllegalStateException("body");

	@Parameter
	private Adapter adapter;

	private final Told told = new Told();

	private final Faults faults = new Faults();

	private final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);

	private final AtomicReference<@Nullable AbandonedResolver<?>> resolver = new AtomicReference<>();

	private Ledger ledger;

	private DurableOperation<String> operation;

	@BeforeEach
	void open() {
		this.ledger = new Ledger.Options().plugin(this::store)
			.settings(new EngineSettings("", "test", Boundary.AUTO, Ledger.LEASE, Duration.ofDays(1),
					Duration.ofMillis(50), Duration.ofMillis(50),
					new EngineSettings.Purge(true, Duration.ofMillis(20), 10, Duration.ofDays(1))))
			.collaborators(new DurableOperations.Collaborators(() -> null, (name) -> this.resolver.get(), () -> null,
					() -> null, List::of, null))
			.create();
		this.operation = this.ledger.define("operation", DurableOptions.defaults());
	}

	private StoragePlugin store(StoragePlugin postgres) {
		return this.faults.around((this.adapter == Adapter.POSTGRES) ? postgres
				: new InMemoryStoragePlugin(() -> Instant.now().plus(this.ahead.get())));
	}

	@AfterEach
	void nothingWasTold() {
		this.ledger.close();
		this.told.close();
		this.told.assertNever(KEY);
	}

	@Test
	void executedReplayedAndReused() throws Exception {
		assertThat(call("a", () -> KEY)).isEqualTo(KEY);
		assertThat(call("a", () -> "never")).isEqualTo(KEY);
		failure(KeyReusedException.class, "b", () -> "never");
	}

	@Test
	void inFlightWaitingAndRecursive() throws Exception {
		DurableOperation<String> waiting = this.ledger.anotherNode()
			.define("operation", String.class, DurableOptions.defaults().withWait(Duration.ofMillis(1)));
		call("a", () -> {
			failure(IllegalStateException.class, "a", () -> "never");
			Threads.run(() -> {
				failure(InFlightException.class, "a", () -> "never");
				this.told.failure(InFlightException.class, () -> waiting.call(KEY, null, () -> "never"));
				this.told.failure(KeyReusedException.class, () -> waiting.call(KEY, "b", () -> "never"));
			});
			return "done";
		});
	}

	@Test
	void failedHeldAbandonedAndRecorded() {
		failure(IllegalStateException.class, "a", KeySecrecyTests::fail);
		DurableOperation<String> holding = define("holding", with(OnFailure.HOLD));
		this.told.failure(IllegalStateException.class, () -> holding.call(KEY, null, KeySecrecyTests::fail));
		this.told.failure(AbandonedException.class, () -> holding.call(KEY, null, () -> "never"));
		DurableOperation<String> recording = define("recording", with(OnFailure.RECORD));
		this.told.failure(IllegalStateException.class, () -> recording.call(KEY, null, KeySecrecyTests::fail));
		this.told.failure(IllegalStateException.class, () -> recording.call(KEY, null, () -> "never"));
	}

	@Test
	void lostByTakeOver() {
		DurableOperation<String> other = this.ledger.anotherNode()
			.define("operation", String.class, DurableOptions.defaults());
		failure(ClaimLostException.class, "a", () -> {
			lapse();
			return other.call(KEY, null, () -> "theirs");
		});
		assertThat(this.told.logged("Claim lost")).isTrue();
	}

	@Test
	void lostByTakeOverInATransaction() {
		DurableOperation<String> own = define("own", DurableOptions.defaults().withTransaction(this.ledger.template()));
		DurableOperation<String> other = this.ledger.anotherNode()
			.define("own", String.class, DurableOptions.defaults());
		this.told.failure(ClaimLostException.class, () -> own.call(KEY, null, () -> {
			lapse();
			Threads.run(() -> AbstractTransactionTests.<String>unchecked(() -> other.call(KEY, null, () -> "theirs")));
			return "ours";
		}));
		assertThat(this.told.logged("Claim lost")).isTrue();
	}

	@Test
	void heldForAPersonAfterALapse() {
		DurableOperation<String> holding = define("operation-held",
				DurableOptions.defaults().withOnAbandoned(OnAbandoned.HOLD));
		this.faults.before("markProcessed", new IllegalArgumentException("bad data"));
		this.told.failure(CompletionUncertainException.class, () -> holding.call(KEY, null, () -> "done"));
		lapse();
		this.told.failure(AbandonedException.class, () -> holding.call(KEY, null, () -> "never"));
	}

	@Test
	void storeDown() throws Exception {
		this.faults.before("claimProcessed", DOWN).before("releaseClaim", DOWN);
		failure(StorageUnavailableException.class, "a", () -> "never");
		await().until(() -> this.told.logged("still to be released"));
		await().until(this.faults::isSpent);
		this.faults.before("markProcessed", DOWN);
		assertThat(call("a", () -> "done")).isEqualTo("done");
		this.faults.before("claimProcessed", DOWN).before("releaseClaim", new IllegalStateException("broken"));
		failure(StorageUnavailableException.class, "a", () -> "never");
		await().until(() -> this.told.logged("can't be released"));
		this.ledger.operations.start();
		await().until(() -> this.told.logged("Purged"));
		this.faults.before("purgeClaims", DOWN);
		await().until(() -> this.told.logged("Purging claims failed"));
	}

	@Test
	void recordingThatFails() {
		DurableOperation<String> recording = define("recording", with(OnFailure.RECORD));
		this.faults.before("markProcessed", new IllegalArgumentException("bad data"));
		this.told.failure(IllegalStateException.class, () -> recording.call(KEY, null, () -> {
			throw new IllegalStateException("body");
		}));
		assertThat(this.told.logged("was not recorded")).isTrue();
	}

	@Test
	void refusedForItsOwnSake() {
		for (String key : List.of(KEY.repeat(30), KEY + "\0", KEY + "\ud800")) {
			this.told.failure(InvalidKeyException.class, () -> this.operation.call(key, null, () -> "never"));
			this.told.failure(InvalidKeyException.class, () -> new EntryKey("", key));
		}
	}

	@Test
	void unstorableUnreadableAndUnstoredResults() throws Exception {
		failure(UnstorableResultException.class, null, () -> KEY.repeat(100_000));
		failure(AbandonedException.class, null, () -> "never");
		DurableOperation<Map<String, Unwritable>> map = this.ledger.operations.define("map",
				new ParameterizedTypeReference<Map<String, Unwritable>>() {
				}, DurableOptions.defaults());
		this.told.failure(UnstorableResultException.class,
				() -> map.call(KEY, null, () -> Map.of(KEY, new Unwritable(1))));
		define("read", DurableOptions.defaults()).call(KEY, null, () -> KEY);
		DurableOperation<Integer> number = this.ledger.anotherNode()
			.define("read", Integer.class, DurableOptions.defaults());
		this.told.failure(UnreadableResultException.class, () -> number.call(KEY, null, () -> 1));
		DurableOperation<String> unstored = define("unstored", DurableOptions.defaults().withStoreResult(false));
		unstored.call(KEY, null, () -> KEY);
		this.told.failure(ResultNotStoredException.class, () -> unstored.call(KEY, null, () -> "never"));
	}

	@Test
	void argumentsWithoutADigest() {
		failure(IllegalArgumentException.class, Map.of(KEY, new Unwritable(1)), () -> "never");
	}

	@Test
	void resolvers() {
		DurableOperation<String> reconciled = define("reconciled",
				with(OnFailure.HOLD).withOnAbandoned(OnAbandoned.RECONCILE));
		this.told.failure(IllegalStateException.class, () -> reconciled.call(KEY, null, KeySecrecyTests::fail));
		this.told.failure(IllegalStateException.class, () -> reconciled.call(KEY, null, () -> "never"));
		this.resolver.set(new Resolver(() -> Resolution.hold("ask the bank")));
		this.told.failure(AbandonedException.class, () -> reconciled.call(KEY, null, () -> "never"));
		this.resolver.set(new Resolver(KeySecrecyTests::fail));
		this.told.failure(IllegalStateException.class, () -> reconciled.call(KEY, null, () -> "never"));
		this.resolver.set(new Resolver(() -> null));
		this.told.failure(NullPointerException.class, () -> reconciled.call(KEY, null, () -> "never"));
	}

	@Test
	void shutdown() throws Exception {
		call("a", () -> {
			this.ledger.operations.close();
			return "done";
		});
		failure(StorageUnavailableException.class, "a", () -> "never");
		assertThat(this.told.logged("still running at shutdown")).isTrue();
	}

	private DurableOperation<String> define(String name, DurableOptions options) {
		return this.ledger.define(name, options);
	}

	private static DurableOptions with(OnFailure meaning) {
		return DurableOptions.defaults().withFailures(FailureRules.of(meaning));
	}

	private String call(@Nullable Object argument, Callable<String> body) throws Exception {
		return this.operation.call(KEY, argument, body);
	}

	private void failure(Class<? extends Throwable> type, @Nullable Object argument, Callable<String> body) {
		this.told.failure(type, () -> call(argument, body));
	}

	private static <R> R fail() {
		throw BODY;
	}

	private void lapse() {
		this.ahead.set(Duration.ofHours(1));
		this.ledger.lapse(KEY);
	}

	/**
	 * Read, but never written.
	 *
	 * @param value a value
	 */
	record Unwritable(int value) {

		@Override
		public int value() {
			throw new IllegalStateException("unwritable");
		}

	}

	private record Resolver(
			Callable<? extends @Nullable Resolution<String>> answer) implements AbandonedResolver<String> {

		@Override
		public String operation() {
			return "reconciled";
		}

		@Override
		public Resolution<String> resolve(Abandoned abandoned) {
			return AbstractTransactionTests.unchecked(this.answer::call);
		}

	}

}
