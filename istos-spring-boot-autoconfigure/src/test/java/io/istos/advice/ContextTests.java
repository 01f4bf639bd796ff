package io.istos.advice;

import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.aop.framework.autoproxy.DefaultAdvisorAutoProxyCreator;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.CustomScopeConfigurer;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.context.support.SimpleThreadScope;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;

import io.istos.Boundary;
import io.istos.Durable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@ExtendWith(OutputCaptureExtension.class)
final class ContextTests {

	@Test
	void advisedThoughAopIsOff() {
		Apps.bare(Counter.class)
			.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class))
			.withPropertyValues("spring.aop.auto=false")
			.run((context) -> {
				assertThat(context).doesNotHaveBean(AopAutoConfiguration.class);
				assertOnce(context.getBean(Counting.class));
			});
	}

	@Test
	void ownAutoProxyCreatorProxiesClassesByDefault() {
		Apps.bare(Counter.class)
			.withPropertyValues("spring.aop.auto=false")
			.run((context) -> assertThat(AopUtils.isCglibProxy(context.getBean(Counting.class))).isTrue());
	}

	@Test
	void ownAutoProxyCreatorProxiesInterfacesIfToldTo() {
		Apps.bare(Counter.class)
			.withPropertyValues("spring.aop.auto=false", "spring.aop.proxy-target-class=false")
			.run((context) -> {
				assertThat(AopUtils.isJdkDynamicProxy(context.getBean(Counting.class))).isTrue();
				assertOnce(context.getBean(Counting.class));
			});
	}

	@Test
	void autoProxyCreatorOfOthersIsLeftAsItIs() {
		Apps.app(InterfaceProxies.class, Counter.class)
			.run((context) -> assertThat(AopUtils.isJdkDynamicProxy(context.getBean(Counting.class))).isTrue());
	}

	@Test
	void lazyBeanIsReadAtStartUpAndAdvisedAtItsFirstCall() {
		Apps.app(LazyCounter.class).run((context) -> {
			assertThat(context.getBeanFactory().containsSingleton("contextTests.LazyCounter")).isFalse();
			assertOnce(context.getBean(LazyCounter.class));
		});
	}

	@Test
	void lazyBeanWithABadKeyIsRefusedAtStartUp() {
		Apps.app(LazyBad.class)
			.run((context) -> assertThat(context).getFailure()
				.isInstanceOf(InvalidMethodException.class)
				.hasMessageContaining("#nobody"));
	}

	@Test
	void proofIsNotLazy() {
		Apps.app(EagerBad.class)
			.withInitializer(
					(context) -> context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
			.run((context) -> assertThat(context).getFailure()
				.isInstanceOf(InvalidMethodException.class)
				.hasMessageContaining("#nobody"));
	}

	@Test
	void lazyBeanIsJudgedAtItsFirstCallBeforeAnythingRuns() {
		Apps.app(LazyReadOnly.class).run((context) -> {
			LazyReadOnly bean = context.getBean(LazyReadOnly.class);
			assertThatExceptionOfType(InvalidMethodException.class).isThrownBy(() -> bean.run("a"))
				.withMessageContaining("readOnly");
			assertThat(bean.runs()).isZero();
		});
	}

	@Test
	void prototypesAreAdvised() {
		Apps.app(PrototypeCounter.class).run((context) -> {
			assertThat(context.getBean(PrototypeCounter.class).count("a")).isEqualTo(1);
			assertThat(context.getBean(PrototypeCounter.class).count("a")).isEqualTo(1);
		});
	}

	@Test
	void scopedBeansAreAdvisedOnce() {
		Apps.app(Scoped.class).run((context) -> assertOnce(context.getBean(Counting.class)));
	}

	@Test
	void childContextAdvisesItsOwnBeans() {
		Apps.app(Counter.class)
			.run((parent) -> child().withParent(parent).withUserConfiguration(Other.class).run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(Apps.chain(context.getBean(Other.class))).containsExactly("DurableInterceptor",
						"DurableBodyInterceptor");
				assertOnce(context.getBean(Other.class));
			}));
	}

	@Test
	void beanOfAChildContextWithoutBodyAdviceIsRefusedAtItsFirstCall() {
		Apps.app(Counter.class)
			.run((parent) -> new ApplicationContextRunner().withParent(parent)
				.withUserConfiguration(Other.class, Creator.class)
				.run((context) -> {
					Counting other = (Counting) context.getBean("contextTests.Other");
					assertThatExceptionOfType(InvalidMethodException.class).isThrownBy(() -> other.count("a"))
						.withMessageContaining("lacks the advice around its body");
				}));
	}

	@Test
	void childContextCreatedAnewFindsItsOperationsAgain() {
		Apps.app(Counter.class).run((parent) -> {
			ApplicationContextRunner child = child().withParent(parent).withUserConfiguration(Other.class);
			child.run((context) -> assertOnce(context.getBean(Other.class)));
			child.run((context) -> assertThat(context.getBean(Other.class).count("c")).isEqualTo(1));
		});
	}

	@Test
	void sameClassInParentAndChildIsOneOperation() {
		Apps.app(Counter.class)
			.run((parent) -> child().withParent(parent)
				.withUserConfiguration(Counter.class)
				.run((context) -> assertOnce(context.getBean(Counter.class))));
	}

	@Test
	void otherBeansAreAdvisedAsBefore() {
		Apps.app(Other.class, Bystander.class)
			.run((context) -> assertThat(Apps.chain(context.getBean(Bystander.class)))
				.containsExactly("TransactionInterceptor"));
	}

	@Test
	void noBeanIsCreatedTooEarlyForOthersToProcess(CapturedOutput output) {
		Apps.app(Other.class).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(output).doesNotContain("not eligible for getting processed");
		});
	}

	@Test
	void disabledMeansNothingIsAdvised() {
		Apps.adviceAlone(Other.class)
			.withPropertyValues("istos.enabled=false")
			.run((context) -> assertThat(AopUtils.isAopProxy(context.getBean(Other.class))).isFalse());
	}

	private static ApplicationContextRunner child() {
		return new ApplicationContextRunner().withConfiguration(Apps.autoConfigurations())
			.withPropertyValues("istos.storage.type=memory");
	}

	private static void assertOnce(Counting bean) {
		assertThat(bean.count("a")).isEqualTo(1);
		assertThat(bean.count("a")).isEqualTo(1);
		assertThat(bean.count("b")).isEqualTo(2);
	}

	public interface Counting {

		int count(String id);

	}

	public static class Counter implements Counting {

		private final AtomicInteger runs = new AtomicInteger();

		@Override
		@Durable(name = "counter", key = "#id")
		public int count(String id) {
			return this.runs.incrementAndGet();
		}

	}

	public static class Other implements Counting {

		private final AtomicInteger runs = new AtomicInteger();

		@Override
		@Durable(name = "other", key = "#id")
		public int count(String id) {
			return this.runs.incrementAndGet();
		}

	}

	static class Bystander {

		@Transactional
		void run() {
		}

	}

	@Lazy
	static class LazyCounter extends Counter {

	}

	@Lazy
	static class LazyBad extends EagerBad {

	}

	static class EagerBad {

		@Durable(key = "#nobody")
		void run(String id) {
		}

	}

	@Lazy
	static class LazyReadOnly {

		private int runs;

		@Durable(name = "lazy.read-only", key = "#id", boundary = Boundary.REQUIRED)
		@Transactional(readOnly = true)
		void run(String id) {
			this.runs++;
		}

		int runs() {
			return this.runs;
		}

	}

	@Scope("prototype")
	static class PrototypeCounter extends Counter {

	}

	@Configuration(proxyBeanMethods = false)
	static class Scoped {

		@Bean
		static CustomScopeConfigurer scopes() {
			CustomScopeConfigurer configurer = new CustomScopeConfigurer();
			configurer.addScope("thread", new SimpleThreadScope());
			return configurer;
		}

		@Bean
		@Scope(scopeName = "thread", proxyMode = ScopedProxyMode.TARGET_CLASS)
		Counter counter() {
			return new Counter();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableTransactionManagement
	static class InterfaceProxies {

	}

	@Configuration(proxyBeanMethods = false)
	static class Creator {

		@Bean
		static DefaultAdvisorAutoProxyCreator creator() {
			return new DefaultAdvisorAutoProxyCreator();
		}

	}

}
