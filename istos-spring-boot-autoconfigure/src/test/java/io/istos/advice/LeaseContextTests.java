package io.istos.advice;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.mockito.Mockito;
import org.slf4j.LoggerFactory;

import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.CustomScopeConfigurer;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.context.support.SimpleThreadScope;
import org.springframework.transaction.annotation.Transactional;

import io.istos.Fence;
import io.istos.ScopeBusyException;
import io.istos.ScopeLease;
import io.istos.engine.AcquiredLease;
import io.istos.engine.LeaseOptions;
import io.istos.engine.ScopeLeases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Leased beans are advised or refused, in whatever context they are.
 */
@ExtendWith(OutputCaptureExtension.class)
final class LeaseContextTests {

	@Test
	void advisedThoughAopIsOff() {
		Apps.bare(Job.class).withPropertyValues("spring.aop.auto=false").run(LeaseContextTests::assertLeased);
		Apps.bare(Job.class)
			.withPropertyValues("spring.aop.auto=false", "spring.aop.proxy-target-class=false")
			.run((context) -> {
				assertThat(AopUtils.isJdkDynamicProxy(context.getBean(Working.class))).isTrue();
				assertLeased(context);
			});
	}

	@Test
	void lazyBeanIsReadAtStartUpAndAdvisedAtItsFirstCall() {
		Apps.app(LazyJob.class).run((context) -> {
			assertThat(context.getBeanFactory().containsSingleton("leaseContextTests.LazyJob")).isFalse();
			assertLeased(context);
		});
		Apps.app(LazyBad.class).run(Apps.refused("#nobody"));
	}

	@Test
	void proofIsNotLazy() {
		Apps.app(Bad.class)
			.withInitializer(
					(context) -> context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
			.run(Apps.refused("#nobody"));
	}

	@Test
	void lazyBeanIsJudgedAtItsFirstCallBeforeAnythingIsAcquired() {
		Apps.bare(TransactionRulesTests.OtherDatabase.class, LazyElsewhere.class).run((context) -> {
			Working job = context.getBean(Working.class);
			assertThatExceptionOfType(InvalidMethodException.class).isThrownBy(job::work)
				.withMessageContaining("not on the ledger's DataSource");
			assertThat(context.getBean(ScopeLeases.class).run("job", LeaseOptions.defaults(), () -> {
			})).isTrue();
		});
	}

	@Test
	void prototypesAndScopedBeansAreAdvised() {
		Apps.app(PrototypeJob.class).run(LeaseContextTests::assertLeased);
		Apps.app(Scoped.class).run(LeaseContextTests::assertLeased);
	}

	@Test
	void childContextAdvisesItsOwnBeansWithItsParentsEngine() {
		Apps.app()
			.run((parent) -> new ApplicationContextRunner().withConfiguration(Apps.autoConfigurations())
				.withPropertyValues("istos.storage.type=memory")
				.withParent(parent)
				.withUserConfiguration(Job.class)
				.run((context) -> {
					assertThat(context.getBean(ScopeLeases.class)).isSameAs(parent.getBean(ScopeLeases.class));
					assertLeased(context);
				}));
	}

	@Test
	void withoutAnEngineLeasedBeansAreRefused() {
		Apps.adviceAlone(Job.class).run(Apps.refused("there is no single ScopeLeases bean"));
	}

	@Test
	void disabledMeansNothingIsAdvised() {
		Apps.adviceAlone(Unfenced.class)
			.withPropertyValues("istos.enabled=false")
			.run((context) -> assertThat(AopUtils.isAopProxy(context.getBean(Unfenced.class))).isFalse());
	}

	@Test
	void beanBehindAProxyThatCannotBeInspectedIsRefused() {
		Apps.app(StartUpProofTests.OpaqueCreator.class, Job.class).run(Apps.refused("can't be inspected"));
		Apps.app(StartUpProofTests.SecondCreator.class, Job.class).run(Apps.refused("is behind two proxies"));
	}

	@Test
	void frozenProxyHasAllThatALeaseNeeds() {
		Apps.app(StartUpProofTests.FrozenCreator.class, Job.class).run(LeaseContextTests::assertLeased);
	}

	@Test
	void beanCreatedTooEarlyIsRefused() {
		Apps.app(TooEarly.class, Job.class).run(Apps.refused("created too early"));
	}

	@Test
	void methodThatNoInterfaceDeclaresIsRefusedBehindAJdkProxy() {
		Apps.app(Hidden.class)
			.withPropertyValues("spring.aop.proxy-target-class=false")
			.run(Apps.refused("is not on any interface"));
	}

	@Test
	void finalClassIsRefused() {
		Apps.app(FinalJob.class).run(Apps.refused("has leased methods, but no proxy can extend its final class"));
	}

	@Test
	void mockIsExempt() {
		Apps.app(Mocking.class, Job.class).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(Mockito.mockingDetails(context.getBean(Job.class)).isMock()).isTrue();
		});
	}

	@BeforeEach
	void tell() {
		((Logger) LoggerFactory.getLogger(StartUpReport.class)).setLevel(Level.INFO);
	}

	@Test
	void reportNamesScopesAndWarnsOfNothing(CapturedOutput output) {
		Apps.app(Job.class, AdviceOrderTests.Caching.class, LeaseOrderTests.Cached.class)
			.run((context) -> assertThat(output).contains("Leased methods:")
				.containsPattern("  job +ttl 30s  fence COMMIT .*Job#work\\(\\)")
				.doesNotContain("Between the claim"));
	}

	@Test
	void noBeanIsCreatedTooEarlyForOthersToProcess(CapturedOutput output) {
		Apps.app(Job.class).run((context) -> assertThat(output).doesNotContain("not eligible for getting processed"));
	}

	private static void assertLeased(ApplicationContext context) {
		Working job = context.getBean(Working.class);
		assertThat(job.work()).isEqualTo("job");
		ScopeLeases leases = context.getBean(ScopeLeases.class);
		try (AcquiredLease occupied = leases.tryAcquire("job", LeaseOptions.defaults()).orElseThrow()) {
			assertThat(occupied.lost()).isEmpty();
			assertThatExceptionOfType(ScopeBusyException.class).isThrownBy(job::work);
		}
	}

	public interface Working {

		String work();

	}

	public static class Job implements Working {

		@Autowired(required = false)
		private Fence fence;

		@Override
		@ScopeLease("job")
		public String work() {
			return this.fence.scope();
		}

	}

	@Lazy
	static class LazyJob extends Job {

	}

	@Lazy
	static class LazyBad extends Bad {

	}

	static class Bad {

		@ScopeLease("#{#nobody}")
		void run(String id) {
		}

	}

	@Lazy
	static class LazyElsewhere implements Working {

		@Override
		@ScopeLease("job")
		@Transactional
		public String work() {
			throw new AssertionError();
		}

	}

	static class Unfenced {

		@ScopeLease("job")
		void run() {
		}

	}

	@Scope("prototype")
	static class PrototypeJob extends Job {

	}

	static final class FinalJob {

		@ScopeLease("job")
		void run() {
		}

	}

	public static class Hidden implements Runnable {

		@Override
		public void run() {
		}

		@ScopeLease("hidden")
		public void hidden() {
		}

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
		Job job() {
			return new Job();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class TooEarly {

		@Bean
		static StartUpProofTests.OrderedProcessor greedy(Job job) {
			return new StartUpProofTests.OrderedProcessor();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Mocking {

		@Bean
		static BeanPostProcessor mocking() {
			return new BeanPostProcessor() {

				@Override
				public Object postProcessAfterInitialization(Object bean, String name) {
					return (bean instanceof Job) ? Mockito.mock(Job.class) : bean;
				}

			};
		}

	}

}
