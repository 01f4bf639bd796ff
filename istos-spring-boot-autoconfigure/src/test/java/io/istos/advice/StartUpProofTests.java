package io.istos.advice;

import java.lang.reflect.Proxy;
import java.util.Properties;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.LoggerFactory;

import org.springframework.aop.config.AopConfigUtils;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.framework.autoproxy.DefaultAdvisorAutoProxyCreator;
import org.springframework.aop.interceptor.DebugInterceptor;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.interceptor.TransactionProxyFactoryBean;

import io.istos.Abandoned;
import io.istos.AbandonedResolver;
import io.istos.Durable;
import io.istos.OnAbandoned;
import io.istos.Resolution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@ExtendWith(OutputCaptureExtension.class)
final class StartUpProofTests {

	@Test
	void frozenProxyIsRefused() {
		Apps.app(FrozenCreator.class, Orders.class).run(Apps.refused("frozen"));
	}

	@Test
	void opaqueProxyIsRefused() {
		Apps.app(OpaqueCreator.class, Orders.class).run(Apps.refused("can't be inspected"));
	}

	@Test
	void secondAutoProxyCreatorIsRefused() {
		Apps.app(SecondCreator.class, Orders.class).run(Apps.refused("is behind two proxies"));
	}

	@Test
	void transactionProxyOverAnnotatedInterfaceIsRefused() {
		Apps.app(TransactionProxy.class, PlacingUser.class).run(Apps.refused("is behind two proxies"));
	}

	@Test
	void methodOfAGeneratedProxyIsRefused() {
		Apps.app(GeneratedConfiguration.class, PlacingUser.class).run(Apps.refused("annotate a method that calls it"));
	}

	@Test
	void methodOfAGeneratedProxyThatComesLaterIsRefusedAtItsFirstCall() {
		Apps.app(GeneratedConfiguration.class).run((context) -> {
			Placing placing = context.getBean(Placing.class);
			assertThatExceptionOfType(InvalidMethodException.class).isThrownBy(() -> placing.place("a"))
				.withMessageContaining("annotate a method that calls it");
		});
	}

	@Test
	void productOfAFactoryBeanIsAdvised() {
		Apps.app(Factory.class).run((context) -> {
			Orders orders = context.getBean(Orders.class);
			assertThat(Apps.chain(orders)).containsExactly("DurableInterceptor", "TransactionInterceptor",
					"DurableBodyInterceptor");
		});
	}

	@Test
	void beanBehindAForeignWrapperIsRefused() {
		Apps.app(Wrapping.class, PlacingImplementation.class).run(Apps.refused("can't be inspected"));
	}

	@Test
	void beanCreatedTooEarlyIsRefused() {
		Apps.app(TooEarly.class, Orders.class).run(Apps.refused("created too early"));
	}

	@Test
	void beanCreatedBeforeTheBodyAdviceIsRefused() {
		Apps.app(AlmostTooEarly.class, Orders.class).run(Apps.refused("lacks the advice around its body"));
	}

	@Test
	void beanThatInjectsItselfIsAdvisedInOrder() {
		Apps.app(SelfInjecting.class).withAllowCircularReferences(true).run((context) -> {
			SelfInjecting bean = context.getBean(SelfInjecting.class);
			assertThat(Apps.chain(bean)).containsExactly("DurableInterceptor", "TransactionInterceptor",
					"DurableBodyInterceptor");
			assertThat(bean.self()).isSameAs(bean);
			assertThat(bean.runTwice("a")).isEqualTo("11");
		});
	}

	@Test
	void methodThatNoInterfaceDeclaresIsRefusedBehindAJdkProxy() {
		Apps.app(Hidden.class)
			.withPropertyValues("spring.aop.proxy-target-class=false")
			.run(Apps.refused("is not on any interface"));
	}

	@Test
	void finalClassIsRefused() {
		Apps.app(FinalClass.class).run(Apps.refused("final class"));
	}

	@Test
	void finalClassIsRefusedThoughItHasAnInterfaceIfClassesAreProxied() {
		Apps.app(FinalPlacing.class).run(Apps.refused("final class"));
	}

	@Test
	void finalClassIsAdvisedThroughItsInterface() {
		Apps.app(FinalPlacing.class).withPropertyValues("spring.aop.proxy-target-class=false").run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(context.getBean(Placing.class).place("a")).isEqualTo("a");
		});
	}

	@Test
	void oneNameForTwoMethodsIsRefused() {
		Apps.app(Orders.class, SameName.class).run(Apps.refused("has the same name 'order.book'"));
	}

	@Test
	void overloadsWithoutNamesAreRefused() {
		Apps.app(Overloads.class).run(Apps.refused("has the same name"));
	}

	@Test
	void twoBeansOfOneClassShareTheirOperation() {
		Apps.app(Twice.class).run((context) -> {
			assertThat(context.getBean("first", Orders.class).book("a")).isEqualTo("booked a");
			assertThat(context.getBean("second", Orders.class).book("a")).isEqualTo("booked a");
		});
	}

	@Test
	void reconcileWithoutResolverIsRefused() {
		Apps.app(Reconciling.class).run(Apps.refused("AbandonedResolver"));
	}

	@Test
	void reconcileWithTheResolverOfAnotherOperationIsRefused() {
		Apps.app(Reconciling.class)
			.withBean(Resolver.class, () -> new Resolver("other"))
			.run(Apps.refused("AbandonedResolver"));
	}

	@Test
	void reconcileWithItsResolverStarts() {
		Apps.app(Reconciling.class)
			.withBean(Resolver.class, () -> new Resolver("reconciling"))
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void resultThatTheCodecRefusesIsRefused() {
		Apps.app(Anything.class).run(Apps.refused("Anything#run"));
	}

	@Test
	void withoutAnEngineAnnotatedBeansAreRefused() {
		Apps.adviceAlone(Orders.class).run(Apps.refused("no engine"));
	}

	@Test
	void withoutAnEngineOtherBeansAreFine() {
		Apps.adviceAlone().run((context) -> assertThat(context).hasNotFailed());
	}

	@BeforeEach
	void tell() {
		((Logger) LoggerFactory.getLogger(StartUpReport.class)).setLevel(Level.INFO);
	}

	@Test
	void foreignAdviceBetweenClaimAndBodyIsReported(CapturedOutput output) {
		Apps.app(AdviceOrderTests.Caching.class, AdviceOrderTests.Cached.class)
			.run((context) -> assertThat(output).contains("Between the claim and the body")
				.contains("Cached#run")
				.contains("CacheInterceptor"));
	}

	private static BeanFactoryPostProcessor creatorWith(String property) {
		return (beanFactory) -> beanFactory.getBeanDefinition(AopConfigUtils.AUTO_PROXY_CREATOR_BEAN_NAME)
			.getPropertyValues()
			.add(property, true);
	}

	static class Orders {

		@Durable(name = "order.book", key = "#id")
		@Transactional
		String book(String id) {
			return "booked " + id;
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class FrozenCreator {

		@Bean
		static BeanFactoryPostProcessor freeze() {
			return creatorWith("frozen");
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class OpaqueCreator {

		@Bean
		static BeanFactoryPostProcessor opaque() {
			return creatorWith("opaque");
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class SecondCreator {

		@Bean
		static DefaultAdvisorAutoProxyCreator secondCreator() {
			return new DefaultAdvisorAutoProxyCreator();
		}

	}

	interface Placing {

		@Durable(name = "placing", key = "#id")
		String place(String id);

	}

	static class PlacingImplementation implements Placing {

		@Override
		public String place(String id) {
			return id;
		}

	}

	static final class FinalPlacing implements Placing {

		@Override
		public String place(String id) {
			return id;
		}

	}

	static final class FinalClass {

		@Durable(name = "final", key = "#id")
		void run(String id) {
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class TransactionProxy {

		@Bean
		TransactionProxyFactoryBean placing(PlatformTransactionManager manager) {
			TransactionProxyFactoryBean factory = new TransactionProxyFactoryBean();
			factory.setTransactionManager(manager);
			factory.setTarget(new PlacingImplementation());
			Properties attributes = new Properties();
			attributes.setProperty("*", "PROPAGATION_REQUIRED");
			factory.setTransactionAttributes(attributes);
			return factory;
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class GeneratedConfiguration {

		@Bean
		Generated placing() {
			return new Generated();
		}

	}

	static class PlacingUser {

		PlacingUser(Placing placing) {
		}

	}

	/** As the factories of repositories and HTTP clients. */
	static class Generated implements FactoryBean<Placing> {

		@Override
		public Placing getObject() {
			ProxyFactory factory = new ProxyFactory();
			factory.addInterface(Placing.class);
			factory.addAdvice((org.aopalliance.intercept.MethodInterceptor) (invocation) -> "generated");
			return (Placing) factory.getProxy();
		}

		@Override
		public Class<?> getObjectType() {
			return Placing.class;
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Factory {

		@Bean
		FactoryBean<Orders> orders() {
			return new FactoryBean<>() {

				@Override
				public Orders getObject() {
					return new Orders();
				}

				@Override
				public Class<?> getObjectType() {
					return Orders.class;
				}

			};
		}

		@Bean
		String user(Orders orders) {
			return orders.toString();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Wrapping {

		@Bean
		static BeanPostProcessor wrapper() {
			return new Wrapper();
		}

	}

	static class Wrapper implements BeanPostProcessor {

		@Override
		public Object postProcessAfterInitialization(Object bean, String name) {
			if (!(bean instanceof Placing placing)) {
				return bean;
			}
			return Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] { Placing.class },
					(proxy, method, arguments) -> method.invoke(placing, arguments));
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class TooEarly {

		@Bean
		static OrderedProcessor greedy(Orders orders) {
			return new OrderedProcessor();
		}

	}

	static class OrderedProcessor implements BeanPostProcessor, Ordered {

		@Override
		public int getOrder() {
			return 0;
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class AlmostTooEarly {

		@Bean
		static BeanPostProcessor greedy(Orders orders) {
			return new DebuggingProcessor();
		}

	}

	static class DebuggingProcessor implements BeanPostProcessor {

		final DebugInterceptor unused = new DebugInterceptor();

	}

	static class SelfInjecting {

		@Autowired
		private SelfInjecting self;

		private int runs;

		SelfInjecting self() {
			return this.self;
		}

		@Durable(name = "self", key = "#id")
		@Transactional
		int run(String id) {
			return ++this.runs;
		}

		String runTwice(String id) {
			return "" + this.self.run(id) + this.self.run(id);
		}

	}

	public static class Hidden implements Runnable {

		@Override
		public void run() {
		}

		@Durable(name = "hidden", key = "'k'")
		public void hidden() {
		}

	}

	static class SameName {

		@Durable(name = "order.book", key = "#id")
		String book(String id) {
			return id;
		}

	}

	static class Overloads {

		@Durable(key = "#id")
		String book(String id) {
			return id;
		}

		@Durable(key = "#id")
		String book(long id) {
			return "" + id;
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Twice {

		@Bean
		Orders first() {
			return new Orders();
		}

		@Bean
		Orders second() {
			return new Orders();
		}

	}

	static class Reconciling {

		@Durable(name = "reconciling", key = "#id", onAbandoned = OnAbandoned.RECONCILE)
		String run(String id) {
			return id;
		}

	}

	static class Resolver implements AbandonedResolver<String> {

		private final String operation;

		Resolver(String operation) {
			this.operation = operation;
		}

		@Override
		public String operation() {
			return this.operation;
		}

		@Override
		public Resolution<String> resolve(Abandoned abandoned) {
			return Resolution.run();
		}

	}

	static class Anything {

		@Durable(name = "anything", key = "#id")
		Object run(String id) {
			return id;
		}

	}

}
