package io.istos.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.tck.TestObservationRegistry;
import io.micrometer.observation.tck.TestObservationRegistryAssert;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ContextConsumer;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import io.istos.engine.DurableOperation;
import io.istos.engine.DurableOperations;
import io.istos.engine.DurableOptions;
import io.istos.engine.LeaseOptions;
import io.istos.engine.ScopeLeases;
import io.istos.storage.StoragePlugin;
import io.istos.testing.TestDatabase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * What is observed of calls, on PostgreSQL.
 */
class ObservationTests {

	private static TestDatabase database;

	private final TestObservationRegistry observations = TestObservationRegistry.create();

	private final MeterRegistry meters = new SimpleMeterRegistry();

	@BeforeAll
	static void create() {
		database = TestDatabase.create();
	}

	@AfterAll
	static void close() {
		database.close();
	}

	@Test
	void claimAndCompletionAreWithinTheCall() {
		run((context) -> {
			DurableOperation<String> operation = operation(context, "traced", DurableOptions.defaults());
			operation.call("k", null, () -> {
				assertThat(current()).as("current in the body").isEqualTo("istos.durable");
				return "result";
			});
			assertThat(names()).containsExactly("istos.durable", "istos.storage", "istos.storage");
			verify().hasObservationWithNameEqualTo("istos.durable")
				.that()
				.hasContextualNameEqualTo("durable traced")
				.hasLowCardinalityKeyValue("operation", "traced")
				.hasLowCardinalityKeyValue("boundary", "auto")
				.hasLowCardinalityKeyValue("outcome", "executed")
				.doesNotHaveError()
				.hasBeenStarted()
				.hasBeenStopped();
			assertThat(storage("claim-processed")).isEqualTo("own within istos.durable");
			assertThat(storage("mark-processed")).isEqualTo("own within istos.durable");
		});
	}

	@Test
	void completionInTheTransactionSaysSo() {
		run((context) -> {
			TransactionTemplate template = template(context);
			operation(context, "joining", DurableOptions.defaults().withTransaction(template)).call("k", null,
					() -> "result");
			assertThat(storage("claim-processed")).isEqualTo("own within istos.durable");
			assertThat(storage("mark-processed")).isEqualTo("joined within istos.durable");
		});
	}

	@Test
	void callInACallersTransactionIsOpenUntilThatEnds() {
		run((context) -> {
			DurableOperation<String> operation = operation(context, "callers", DurableOptions.defaults());
			template(context).executeWithoutResult((status) -> {
				assertThat(call(operation, "k")).isEqualTo("result");
				assertThat(current()).as("left with the method").isNull();
				verify().hasObservationWithNameEqualTo("istos.durable").that().isNotStopped();
				status.setRollbackOnly();
			});
			verify().hasObservationWithNameEqualTo("istos.durable")
				.that()
				.hasLowCardinalityKeyValue("outcome", "failed")
				.hasBeenStopped();
		});
	}

	@Test
	void stageIsOpenUntilItCompletes() {
		run((context) -> {
			DurableOperation<CompletionStage<String>> operation = context.getBean(DurableOperations.class)
				.define("stage", new ParameterizedTypeReference<CompletionStage<String>>() {
				}, DurableOptions.defaults());
			CompletableFuture<String> stage = new CompletableFuture<>();
			operation.call("k", null, () -> stage);
			assertThat(current()).isNull();
			verify().hasObservationWithNameEqualTo("istos.durable").that().isNotStopped();
			stage.complete("result");
			verify().hasObservationWithNameEqualTo("istos.durable")
				.that()
				.hasLowCardinalityKeyValue("outcome", "executed")
				.hasBeenStopped();
		});
	}

	@Test
	void meetingAnotherCallIsNoError() {
		run((context) -> {
			DurableOperation<String> operation = operation(context, "reused", DurableOptions.defaults());
			operation.call("k", "one", () -> "result");
			this.observations.clear();
			assertThatException().isThrownBy(() -> operation.call("k", "two", () -> "never"));
			verify().hasObservationWithNameEqualTo("istos.durable")
				.that()
				.hasLowCardinalityKeyValue("outcome", "key-reused")
				.doesNotHaveError();
		});
	}

	@Test
	void failureIsAnError() {
		run((context) -> {
			DurableOperation<String> operation = operation(context, "failing", DurableOptions.defaults());
			IllegalStateException failure = new IllegalStateException("no");
			assertThatIllegalStateException().isThrownBy(() -> operation.call("k", null, () -> {
				throw failure;
			}));
			verify().hasObservationWithNameEqualTo("istos.durable")
				.that()
				.hasLowCardinalityKeyValue("outcome", "failed")
				.hasError(failure);
		});
	}

	@Test
	void leasedCallsAndTheirStorage() {
		run((context) -> {
			ScopeLeases leases = context.getBean(ScopeLeases.class);
			leases.run("observed", LeaseOptions.defaults(), () -> assertThat(current()).isEqualTo("istos.lease"));
			verify().hasObservationWithNameEqualTo("istos.lease")
				.that()
				.hasLowCardinalityKeyValue("method", "ScopeLeases")
				.hasLowCardinalityKeyValue("outcome", "ran")
				.hasBeenStopped();
			assertThat(storage("acquire")).isEqualTo("own within istos.lease");
			assertThat(storage("release-lease")).isEqualTo("own within istos.lease");
		});
	}

	@Test
	void whatNobodysCallAsksIsTimedButNoSpan() {
		run((context) -> {
			context.getBean(LedgerSample.class).sum((open) -> 1);
			StoragePlugin store = context.getBean(ObservedStorage.class).decorate(context.getBean(StoragePlugin.class));
			store.purgeClaims(1);
			assertThat(names()).isEmpty();
			assertThat(this.meters.get("istos.storage")
				.tags("operation", "purge-claims", "transaction", "own", "error", "none")
				.timer()
				.count()).isEqualTo(1);
		});
	}

	// --- support

	private void run(ContextConsumer<AssertableApplicationContext> consumer) {
		ApplicationContextRunner runner = MetricsRunner.on(database)
			.withPropertyValues("istos.purge.enabled=false")
			.withBean(MeterRegistry.class, () -> this.meters)
			.withBean(TestObservationRegistry.class, () -> this.observations);
		runner.run((context) -> {
			new JdbcTemplate(database.dataSource()).execute("TRUNCATE istos.istos_idempotency");
			consumer.accept(context);
		});
	}

	private static DurableOperation<String> operation(AssertableApplicationContext context, String name,
			DurableOptions options) {
		return context.getBean(DurableOperations.class).define(name, String.class, options);
	}

	private static String call(DurableOperation<String> operation, String key) {
		try {
			return operation.call(key, null, () -> "result");
		}
		catch (Exception ex) {
			throw new AssertionError(ex);
		}
	}

	private static TransactionTemplate template(AssertableApplicationContext context) {
		return new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
	}

	private String current() {
		Observation current = this.observations.getCurrentObservation();
		return (current != null) ? current.getContextView().getName() : null;
	}

	private TestObservationRegistryAssert verify() {
		return TestObservationRegistryAssert.assertThat(this.observations);
	}

	private List<Observation.Context> contexts() {
		List<Observation.Context> contexts = new ArrayList<>();
		verify().hasHandledContextsThatSatisfy(contexts::addAll);
		return contexts;
	}

	private List<String> names() {
		return contexts().stream().map(Observation.Context::getName).toList();
	}

	/**
	 * In which transaction, and within which observation the store was asked.
	 */
	private String storage(String operation) {
		return contexts().stream()
			.filter((context) -> context instanceof StorageContext storage && storage.operation().equals(operation))
			.map((context) -> context.getLowCardinalityKeyValue("transaction").getValue() + " within "
					+ context.getParentObservation().getContextView().getName())
			.reduce((one, other) -> one + ", " + other)
			.orElse("not asked");
	}

}
