package io.istos.advice;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

import org.junit.jupiter.api.Test;

import org.springframework.aop.Advisor;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.transaction.interceptor.MatchAlwaysTransactionAttributeSource;
import org.springframework.transaction.interceptor.TransactionInterceptor;
import org.springframework.util.unit.DataSize;

import io.istos.Durable;
import io.istos.Fence;
import io.istos.Fencing;
import io.istos.InvalidKeyException;
import io.istos.ScopeBusyException;
import io.istos.ScopeLease;
import io.istos.WhenBusy;
import io.istos.engine.AcquiredLease;
import io.istos.engine.DurableOperations;
import io.istos.engine.EngineSettings;
import io.istos.engine.LeaseOptions;
import io.istos.engine.ScopeLeases;
import io.istos.jackson.JacksonResultCodec;
import io.istos.storage.memory.InMemoryStoragePlugin;
import io.istos.transaction.LedgerTransactions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

final class LeaseInterceptorTests {

	private final Methods methods = new Methods();

	private final ScopeLeases leases;

	private final Advisor lease;

	private final Advisor durable;

	private final Work work;

	LeaseInterceptorTests() {
		LedgerTransactions transactions = new LedgerTransactions(() -> null);
		DurableOperations operations = new DurableOperations(new InMemoryStoragePlugin(),
				new JacksonResultCodec(DataSize.ofMegabytes(1)), transactions, EngineSettings.defaults("test"),
				DurableOperations.Collaborators.none());
		this.leases = new ScopeLeases(operations, Duration.ofSeconds(30), (event) -> {
		});
		this.methods.beanFactory.registerSingleton("transactions", transactions);
		this.methods.beanFactory.registerSingleton("operations", operations);
		this.methods.beanFactory.registerSingleton("leases", this.leases);
		IstosAdvice advice = new IstosAdvice(this.methods.beanFactory, () -> false);
		this.lease = advice.leaseAdvisor();
		this.durable = advice.durableAdvisor();
		this.work = new Work(this.leases.fence());
	}

	// --- running

	@Test
	void runsUnderTheLeaseOfItsScope() {
		assertThat(proxy(this.lease).run("a")).isEqualTo("job/a");
		assertThat(isFree("job/a")).isTrue();
	}

	@Test
	void otherMethodsAreNotAdvised() {
		assertThat(proxy(this.lease).plain()).isEqualTo("plain");
	}

	@Test
	void callsAreRivalsOnlyOnTheSameScope() {
		Work proxy = proxy(this.lease);
		occupy("job/a", () -> {
			assertThatExceptionOfType(ScopeBusyException.class).isThrownBy(() -> proxy.run("a"));
			assertThat(proxy.run("b")).isEqualTo("job/b");
		});
		assertThat(proxy.run("a")).isEqualTo("job/a");
		assertThat(this.work.runs).containsExactly("job/b", "job/a");
	}

	@Test
	void checkedExceptionArrivesAsThrownAndTheScopeIsFree() {
		Exception failure = new IOException("down");
		assertThatExceptionOfType(IOException.class).isThrownBy(() -> proxy(this.lease).fail(failure))
			.isSameAs(failure);
		assertThat(isFree("fail")).isTrue();
	}

	@Test
	void asynchronousMethodKeepsItsLeaseUntilItsStageCompletes() {
		CompletableFuture<String> result = proxy(this.lease).later("a");
		assertThat(isFree("later/a")).isFalse();
		this.work.pending.complete("done");
		assertThat(result).isCompletedWithValue("done");
		assertThat(isFree("later/a")).isTrue();
	}

	// --- what names no scope

	@Test
	void scopeThatIsNoneIsRefusedBeforeAnythingRuns() {
		Work proxy = proxy(this.lease);
		for (String scope : new String[] { null, "", " ", "x".repeat(513), "a\0" }) {
			assertThatExceptionOfType(InvalidKeyException.class).as(scope).isThrownBy(() -> proxy.any(scope));
		}
		assertThat(this.work.runs).isEmpty();
		proxy.any("x".repeat(512));
	}

	@Test
	void asynchronousMethodFailsInItsStage() {
		CompletableFuture<String> invalid = proxy(this.lease).later(null);
		assertThatExceptionOfType(CompletionException.class).isThrownBy(invalid::join)
			.withCauseInstanceOf(InvalidKeyException.class);
		assertThat(this.work.runs).isEmpty();
	}

	// --- busy

	@Test
	void autoSkipsWhatCanBeNothing() {
		Work proxy = proxy(this.lease);
		occupy("busy", () -> {
			proxy.nothing();
			assertThat(proxy.perhaps()).isEmpty();
			assertThat(proxy.perhapsNumber()).isEmpty();
			assertThat(proxy.stageOfNothing()).isCompletedWithValue(null);
			assertThat(proxy.stageOfPerhaps().toCompletableFuture()).isCompletedWithValue(Optional.empty());
		});
		assertThat(this.work.runs).isEmpty();
	}

	@Test
	void skippedStagesAreNotShared() {
		Work proxy = proxy(this.lease);
		occupy("busy", () -> {
			proxy.stageOfNothing().obtrudeException(new IllegalStateException());
			assertThat(proxy.stageOfNothing()).isCompletedWithValue(null);
		});
	}

	@Test
	void autoThrowsWhereNothingWouldBeAResult() {
		Work proxy = proxy(this.lease);
		occupy("busy", () -> {
			assertThatExceptionOfType(ScopeBusyException.class).isThrownBy(proxy::text)
				.withMessageContaining("'busy'")
				.satisfies((busy) -> assertThat(busy.retryAfter()).isPositive());
			assertThatExceptionOfType(ScopeBusyException.class).isThrownBy(proxy::number);
			assertThatExceptionOfType(CompletionException.class).isThrownBy(proxy.stageOfText()::join)
				.withCauseInstanceOf(ScopeBusyException.class);
		});
		assertThat(this.work.runs).isEmpty();
	}

	@Test
	void skipAnswersNull() {
		Work proxy = proxy(this.lease);
		occupy("busy", () -> {
			assertThat(proxy.skippedText()).isNull();
			assertThat(proxy.skippedStage()).isCompletedWithValue(null);
		});
		assertThat(this.work.runs).isEmpty();
	}

	@Test
	void throwThrowsWhateverTheResult() {
		Work proxy = proxy(this.lease);
		occupy("busy", () -> {
			assertThatExceptionOfType(ScopeBusyException.class).isThrownBy(proxy::thrownNothing);
			assertThatExceptionOfType(CompletionException.class).isThrownBy(proxy.thrownStage()::join)
				.withCauseInstanceOf(ScopeBusyException.class);
		});
		assertThat(this.work.runs).isEmpty();
	}

	// --- advice out of order

	@Test
	void withTheAdviceTwiceNothingRuns() {
		refused("has the lease advice twice", this.lease, this.lease);
	}

	@Test
	void adviceThatIsTakenAwayLaterIsMissed() {
		Work proxy = proxy(this.lease, this.lease);
		((Advised) proxy).removeAdvisor(1);
		assertThat(proxy.run("a")).isEqualTo("job/a");
		((Advised) proxy).addAdvisor(transaction());
		assertThatExceptionOfType(InvalidMethodException.class).isThrownBy(() -> proxy.run("b"))
			.withMessageContaining("not on the ledger's DataSource");
		assertThat(this.work.runs).containsExactly("job/a");
	}

	@Test
	void withTheTransactionOutsideNothingRuns() {
		refused("begins its transaction before it is leased", transaction(), this.lease);
	}

	@Test
	void withTwoTransactionInterceptorsNothingRuns() {
		refused("has two transaction interceptors", this.lease, transaction(), transaction());
	}

	@Test
	void withTheClaimOutsideNothingRuns() {
		Work proxy = proxy(this.durable, this.lease);
		assertThatExceptionOfType(InvalidMethodException.class).isThrownBy(() -> proxy.run("a"))
			.withMessageContaining("is claimed before it is leased")
			.withMessageContaining("or use ScopeLeases");
		assertThat(this.work.runs).isEmpty();
	}

	@Test
	void proxyAroundAProxyRunsNothing() {
		ProxyFactory factory = new ProxyFactory(proxy());
		factory.setProxyTargetClass(true);
		factory.addAdvisors(this.lease);
		Work proxy = (Work) factory.getProxy();
		assertThatExceptionOfType(InvalidMethodException.class).isThrownBy(() -> proxy.run("a"))
			.withMessageContaining("is behind two proxies")
			.withMessageContaining("can't be leased");
		assertThat(this.work.runs).isEmpty();
	}

	@Test
	void opaqueProxyRunsNothing() {
		ProxyFactory factory = new ProxyFactory(this.work);
		factory.setOpaque(true);
		factory.addAdvisors(this.lease);
		Work proxy = (Work) factory.getProxy();
		assertThatExceptionOfType(InvalidMethodException.class).isThrownBy(() -> proxy.run("a"))
			.withMessageContaining("can't be inspected");
		assertThat(this.work.runs).isEmpty();
	}

	private void refused(String reason, Advisor... advisors) {
		Work proxy = proxy(advisors);
		assertThatExceptionOfType(InvalidMethodException.class).isThrownBy(proxy::unfenced)
			.withMessageStartingWith("Leased method '")
			.withMessageContaining(reason);
		assertThat(this.work.runs).isEmpty();
		assertThat(isFree("unfenced")).isTrue();
	}

	private void occupy(String scope, Runnable rival) {
		try (AcquiredLease occupied = this.leases.tryAcquire(scope, LeaseOptions.defaults()).orElseThrow()) {
			assertThat(occupied.lost()).isEmpty();
			rival.run();
		}
	}

	private boolean isFree(String scope) {
		return this.leases.run(scope, LeaseOptions.defaults(), () -> {
		});
	}

	private static Advisor transaction() {
		TransactionInterceptor interceptor = new TransactionInterceptor();
		interceptor.setTransactionAttributeSource(new MatchAlwaysTransactionAttributeSource());
		return new DefaultPointcutAdvisor(interceptor);
	}

	private Work proxy(Advisor... advisors) {
		ProxyFactory factory = new ProxyFactory();
		factory.setTarget(this.work);
		factory.setProxyTargetClass(true);
		factory.addAdvisors(advisors);
		return (Work) factory.getProxy();
	}

	static class Work {

		final List<String> runs = new ArrayList<>();

		final CompletableFuture<String> pending = new CompletableFuture<>();

		private final Fence fence;

		Work(Fence fence) {
			this.fence = fence;
		}

		private String ran() {
			this.runs.add(this.fence.scope());
			return this.fence.scope();
		}

		@ScopeLease("job/#{#id}")
		String run(String id) {
			return ran();
		}

		@ScopeLease("#{#scope}")
		void any(String scope) {
			ran();
		}

		@ScopeLease("fail")
		void fail(Exception failure) throws Exception {
			throw failure;
		}

		@ScopeLease("later/#{#id}")
		CompletableFuture<String> later(String id) {
			ran();
			return this.pending;
		}

		@ScopeLease(scope = "unfenced", fence = Fencing.NONE)
		void unfenced() {
			ran();
		}

		@ScopeLease("busy")
		void nothing() {
			ran();
		}

		@ScopeLease("busy")
		Optional<String> perhaps() {
			return Optional.of(ran());
		}

		@ScopeLease("busy")
		OptionalInt perhapsNumber() {
			return OptionalInt.of(ran().length());
		}

		@ScopeLease("busy")
		CompletableFuture<Void> stageOfNothing() {
			return CompletableFuture.completedFuture(ran()).thenAccept((ran) -> {
			});
		}

		@ScopeLease("busy")
		CompletionStage<Optional<String>> stageOfPerhaps() {
			return CompletableFuture.completedFuture(Optional.of(ran()));
		}

		@ScopeLease("busy")
		String text() {
			return ran();
		}

		@ScopeLease("busy")
		int number() {
			return ran().length();
		}

		@ScopeLease("busy")
		CompletableFuture<String> stageOfText() {
			return CompletableFuture.completedFuture(ran());
		}

		@ScopeLease(scope = "busy", whenBusy = WhenBusy.SKIP)
		String skippedText() {
			return ran();
		}

		@ScopeLease(scope = "busy", whenBusy = WhenBusy.SKIP)
		CompletableFuture<String> skippedStage() {
			return CompletableFuture.completedFuture(ran());
		}

		@ScopeLease(scope = "busy", whenBusy = WhenBusy.THROW)
		void thrownNothing() {
			ran();
		}

		@ScopeLease(scope = "busy", whenBusy = WhenBusy.THROW)
		CompletableFuture<Void> thrownStage() {
			ran();
			return CompletableFuture.completedFuture(null);
		}

		@Durable(name = "work.durable", key = "#id")
		String durable(String id) {
			return id;
		}

		String plain() {
			return "plain";
		}

	}

}
