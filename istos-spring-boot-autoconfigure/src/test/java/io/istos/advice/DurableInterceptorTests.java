package io.istos.advice;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import org.aopalliance.intercept.MethodInterceptor;
import org.junit.jupiter.api.Test;

import org.springframework.aop.Advisor;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.interceptor.DebugInterceptor;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.transaction.interceptor.MatchAlwaysTransactionAttributeSource;
import org.springframework.transaction.interceptor.TransactionInterceptor;
import org.springframework.util.unit.DataSize;

import io.istos.Durability;
import io.istos.Durable;
import io.istos.InvalidKeyException;
import io.istos.MissingKeyException;
import io.istos.engine.DurableOperations;
import io.istos.engine.EngineSettings;
import io.istos.jackson.JacksonResultCodec;
import io.istos.storage.memory.InMemoryStoragePlugin;
import io.istos.transaction.LedgerTransactions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

final class DurableInterceptorTests {

	private final Methods methods = new Methods();

	private final IstosAdvice advice;

	private final Advisor outer;

	private final Advisor inner = new DefaultPointcutAdvisor(
			new AnnotatedPointcut(new AnnotatedMethods(AdviceKind.DURABLE)), new DurableBodyInterceptor());

	private final Work work = new Work();

	DurableInterceptorTests() {
		LedgerTransactions transactions = new LedgerTransactions(() -> null);
		this.methods.beanFactory.registerSingleton("transactions", transactions);
		this.methods.beanFactory.registerSingleton("operations",
				new DurableOperations(new InMemoryStoragePlugin(), new JacksonResultCodec(DataSize.ofMegabytes(1)),
						transactions, EngineSettings.defaults("test"), DurableOperations.Collaborators.none()));
		this.advice = new IstosAdvice(this.methods.beanFactory, () -> false);
		this.outer = this.advice.durableAdvisor();
	}

	@Test
	void runsOncePerKey() {
		Work proxy = proxy(this.outer, this.inner);
		assertThat(proxy.run("a")).isEqualTo("a 1");
		assertThat(proxy.run("a")).isEqualTo("a 1");
		assertThat(proxy.run("b")).isEqualTo("b 2");
	}

	@Test
	void otherMethodsAreNotAdvised() {
		Work proxy = proxy(this.outer, this.inner);
		assertThat(proxy.plain()).isEqualTo("plain");
	}

	@Test
	void withoutTheInnerAdviceNothingRuns() {
		Work proxy = proxy(this.outer);
		assertThatExceptionOfType(InvalidMethodException.class).isThrownBy(() -> proxy.run("a"))
			.withMessageContaining("lacks the advice around its body");
		assertThat(this.work.runs).isEmpty();
	}

	@Test
	void withoutTheOuterAdviceNothingRuns() {
		Work proxy = proxy(this.inner);
		assertThatIllegalStateException().isThrownBy(() -> proxy.run("a")).withMessageContaining("did not run");
		assertThat(this.work.runs).isEmpty();
	}

	@Test
	void inReverseOrderNothingRuns() {
		Work proxy = proxy(this.inner, this.outer);
		assertThatIllegalStateException().isThrownBy(() -> proxy.run("a"));
		assertThat(this.work.runs).isEmpty();
	}

	@Test
	void withAnAdviceTwiceNothingRuns() {
		Work proxy = proxy(this.outer, this.outer, this.inner);
		assertThatExceptionOfType(InvalidMethodException.class).isThrownBy(() -> proxy.run("a"))
			.withMessageContaining("has the durable advice twice");
		assertThat(this.work.runs).isEmpty();
	}

	@Test
	void withTheTransactionInsideTheBodyNothingRuns() {
		Work proxy = proxy(this.outer, this.inner, transaction());
		assertThatExceptionOfType(InvalidMethodException.class).isThrownBy(() -> proxy.run("a"))
			.withMessageContaining("begins its transaction inside its body");
		assertThat(this.work.runs).isEmpty();
	}

	@Test
	void withTwoTransactionInterceptorsNothingRuns() {
		Work proxy = proxy(this.outer, transaction(), transaction(), this.inner);
		assertThatExceptionOfType(InvalidMethodException.class).isThrownBy(() -> proxy.run("a"))
			.withMessageContaining("has two transaction interceptors");
		assertThat(this.work.runs).isEmpty();
	}

	@Test
	void adviceThatIsTakenAwayLaterIsMissed() {
		Work proxy = proxy(this.outer, this.inner);
		proxy.run("a");
		((Advised) proxy).removeAdvisor(1);
		assertThatExceptionOfType(InvalidMethodException.class).isThrownBy(() -> proxy.run("b"));
	}

	@Test
	void proxyAroundAProxyRunsNothing() {
		ProxyFactory factory = new ProxyFactory(proxy());
		factory.setProxyTargetClass(true);
		factory.addAdvisors(this.outer, this.inner);
		Work proxy = (Work) factory.getProxy();
		assertThatExceptionOfType(InvalidMethodException.class).isThrownBy(() -> proxy.run("a"))
			.withMessageContaining("is behind two proxies");
		assertThat(this.work.runs).isEmpty();
	}

	@Test
	void opaqueProxyRunsNothing() {
		ProxyFactory factory = new ProxyFactory(this.work);
		factory.setOpaque(true);
		factory.addAdvisors(this.outer, this.inner);
		Work proxy = (Work) factory.getProxy();
		assertThatExceptionOfType(InvalidMethodException.class).isThrownBy(() -> proxy.run("a"))
			.withMessageContaining("can't be inspected");
		assertThat(this.work.runs).isEmpty();
	}

	@Test
	void retryWithinTheCallStaysWithinItsClaim() {
		Advisor retry = new DefaultPointcutAdvisor((MethodInterceptor) (invocation) -> {
			((ProxyMethodInvocation) invocation).invocableClone().proceed();
			return invocation.proceed();
		});
		Work proxy = proxy(this.outer, retry, this.inner);
		assertThat(proxy.run("a")).isEqualTo("a 2");
		assertThat(proxy.run("a")).isEqualTo("a 2");
	}

	@Test
	void foreignAdviceIsNamed() {
		Advisor foreign = new DefaultPointcutAdvisor(new DebugInterceptor());
		Work proxy = proxy(foreign, this.outer, foreign, this.inner);
		MethodSource source = Methods.source(OnlyRun.class);
		assertThat(ProxyWiring.durable(AdviceChain.of(proxy, this.work, source)).foreign(source))
			.containsExactly(foreign);
	}

	@Test
	void nullKeyIsMissing() {
		Work proxy = proxy(this.outer, this.inner);
		assertThatExceptionOfType(MissingKeyException.class).isThrownBy(() -> proxy.run(null));
		assertThatExceptionOfType(MissingKeyException.class).isThrownBy(() -> proxy.run(" "));
		assertThat(this.work.runs).isEmpty();
	}

	@Test
	void asynchronousMethodFailsInItsStage() {
		Work proxy = proxy(this.outer, this.inner);
		CompletableFuture<String> missing = proxy.later(null);
		assertThatExceptionOfType(CompletionException.class).isThrownBy(missing::join)
			.withCauseInstanceOf(MissingKeyException.class);
		CompletableFuture<String> invalid = proxy.later(List.of());
		assertThatExceptionOfType(CompletionException.class).isThrownBy(invalid::join)
			.withCauseInstanceOf(InvalidKeyException.class);
	}

	@Test
	void checkedExceptionArrivesAsThrown() {
		Exception failure = new IOException("down");
		Work proxy = proxy(this.outer, this.inner);
		assertThatExceptionOfType(IOException.class).isThrownBy(() -> proxy.fail("a", failure)).isSameAs(failure);
	}

	@Test
	void atMostOnceRunsEveryTime() {
		Work proxy = proxy(this.outer, this.inner);
		assertThat(proxy.untracked("a")).isEqualTo("a 1");
		assertThat(proxy.untracked("a")).isEqualTo("a 2");
	}

	private static Advisor transaction() {
		TransactionInterceptor interceptor = new TransactionInterceptor();
		interceptor.setTransactionAttributeSource(new MatchAlwaysTransactionAttributeSource());
		return new DefaultPointcutAdvisor(interceptor);
	}

	private Work proxy(Advisor... advisors) {
		ProxyFactory factory = new ProxyFactory(this.work);
		factory.addAdvisors(advisors);
		return (Work) factory.getProxy();
	}

	static class OnlyRun {

		@Durable(key = "'k'")
		void run() {
		}

	}

	static class Work {

		final List<String> runs = new ArrayList<>();

		@Durable(key = "#id")
		String run(String id) {
			this.runs.add(id);
			return id + " " + this.runs.size();
		}

		@Durable(key = "#id", fingerprint = Durable.NONE)
		CompletableFuture<String> later(Object id) {
			return CompletableFuture.completedFuture("later");
		}

		@Durable(key = "#id", fingerprint = Durable.NONE)
		void fail(String id, Exception failure) throws Exception {
			throw failure;
		}

		@Durable(Durability.AT_MOST_ONCE)
		String untracked(String id) {
			this.runs.add(id);
			return id + " " + this.runs.size();
		}

		String plain() {
			return "plain";
		}

	}

}
