package io.istos.propagation;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import io.micrometer.context.ContextRegistry;
import io.micrometer.context.ContextSnapshot;
import io.micrometer.context.ContextSnapshotFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.core.task.support.ContextPropagatingTaskDecorator;
import org.springframework.util.unit.DataSize;

import io.istos.LeaseLostException;
import io.istos.engine.DurableOperations;
import io.istos.engine.EngineSettings;
import io.istos.engine.LeaseContext;
import io.istos.engine.LeaseOptions;
import io.istos.engine.ScopeLeases;
import io.istos.jackson.JacksonResultCodec;
import io.istos.storage.memory.InMemoryStoragePlugin;
import io.istos.transaction.LedgerTransactions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Leases go with work that context propagation hands to other threads.
 */
class LeaseAccessorTests {

	private final ScopeLeases leases = new ScopeLeases(new DurableOperations(new InMemoryStoragePlugin(),
			new JacksonResultCodec(DataSize.ofMegabytes(1)), new LedgerTransactions(() -> null),
			EngineSettings.defaults("test"), DurableOperations.Collaborators.none()), Duration.ofMinutes(1),
			(event) -> {
			});

	private final ExecutorService other = Executors.newSingleThreadExecutor();

	@AfterEach
	void stop() {
		this.other.shutdownNow();
	}

	@Test
	void isFoundByTheRegistryOfTheProcess() {
		assertThat(ContextRegistry.getInstance().getThreadLocalAccessors())
			.hasAtLeastOneElementOfType(LeaseAccessor.class);
	}

	@Test
	void workOnAnotherThreadGoesOnUnderTheLeases() throws Exception {
		this.leases.call("outer", LeaseOptions.defaults(),
				() -> this.leases.call("inner", LeaseOptions.defaults(), () -> {
					assertThat(onOtherThread(snapshot())).isEqualTo("inner");
					return null;
				}));
		assertThatIllegalStateException().isThrownBy(() -> get(this.other.submit(this.leases.fence()::scope)));
	}

	@Test
	void workThatWasHandedOverUnderNoLeaseRunsUnderNone() throws Exception {
		ContextSnapshot none = ContextSnapshotFactory.builder().clearMissing(true).build().captureAll();
		this.leases.call("job", LeaseOptions.defaults(), () -> {
			none.wrap(() -> assertThat(LeaseContext.capture()).isNull()).run();
			assertThat(this.leases.fence().scope()).isEqualTo("job");
			return null;
		});
	}

	@Test
	void leaseThatHasEndedIsOfNoUse() throws Exception {
		ContextSnapshot late = this.leases.call("job", LeaseOptions.defaults(), LeaseAccessorTests::snapshot);
		try (ContextSnapshot.Scope scope = late.setThreadLocals()) {
			assertThat(scope).isNotNull();
			assertThatExceptionOfType(LeaseLostException.class).isThrownBy(this.leases.fence()::check);
		}
	}

	@Test
	void executorsWithSpringsTaskDecoratorCarryLeases() throws Exception {
		CompletableFuture<String> scope = new CompletableFuture<>();
		this.leases.call("job", LeaseOptions.defaults(), () -> {
			this.other.execute(
					new ContextPropagatingTaskDecorator().decorate(() -> scope.complete(this.leases.fence().scope())));
			return scope.get(10, TimeUnit.SECONDS);
		});
		assertThat(scope).isCompletedWithValue("job");
	}

	private String onOtherThread(ContextSnapshot snapshot) throws Exception {
		return get(this.other.submit(snapshot.wrap(this.leases.fence()::scope)));
	}

	private static <T> T get(Future<T> future) throws Exception {
		try {
			return future.get(10, TimeUnit.SECONDS);
		}
		catch (ExecutionException ex) {
			throw (Exception) ex.getCause();
		}
	}

	private static ContextSnapshot snapshot() {
		return ContextSnapshotFactory.builder().build().captureAll();
	}

}
