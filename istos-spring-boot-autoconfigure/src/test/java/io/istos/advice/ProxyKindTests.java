package io.istos.advice;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.annotation.Transactional;

import io.istos.Durable;

import static org.assertj.core.api.Assertions.assertThat;

final class ProxyKindTests {

	@Test
	void interfaceAnnotationBehindAJdkProxy() {
		jdk(Book.class).run((context) -> {
			Placing placing = context.getBean(Placing.class);
			assertThat(AopUtils.isJdkDynamicProxy(placing)).isTrue();
			assertOnce(placing);
		});
	}

	@Test
	void interfaceAnnotationBehindAClassBasedProxy() {
		Apps.app(Book.class).run((context) -> {
			Placing placing = context.getBean(Placing.class);
			assertThat(AopUtils.isCglibProxy(placing)).isTrue();
			assertOnce(placing);
		});
	}

	@Test
	void classAnnotationBehindAJdkProxy() {
		jdk(ClassAnnotated.class).run((context) -> assertOnce(context.getBean(Placing.class)));
	}

	@Test
	void implementationAnnotationBehindAJdkProxy() {
		jdk(ImplementationAnnotated.class).run((context) -> assertOnce(context.getBean(Placing.class)));
	}

	@Test
	void transactionalBeanIsAdvisedOnceBehindEitherProxy() {
		jdk(Transacting.class).run((context) -> assertThat(Apps.chain(context.getBean(Placing.class)))
			.containsExactly("DurableInterceptor", "TransactionInterceptor", "DurableBodyInterceptor"));
		Apps.app(Transacting.class)
			.run((context) -> assertThat(Apps.chain(context.getBean(Placing.class)))
				.containsExactly("DurableInterceptor", "TransactionInterceptor", "DurableBodyInterceptor"));
	}

	@Test
	void genericMethodIsReplayedInItsOwnType() {
		Apps.app(Numbers.class).run((context) -> {
			Generic<Long, Amount> numbers = context.getBean(Numbers.class);
			Amount first = numbers.apply(1L);
			assertThat(numbers.apply(1L)).isEqualTo(first).isInstanceOf(Amount.class).isNotSameAs(first);
		});
	}

	@Test
	void lambdaIsAdvised() {
		Apps.app(Lambda.class).run((context) -> assertOnce(context.getBean(NamedPlacing.class)));
	}

	@Test
	void packagePrivateMethodIsAdvised() {
		Apps.app(PackagePrivate.class).run((context) -> {
			PackagePrivate bean = context.getBean(PackagePrivate.class);
			assertThat(bean.next("a")).isEqualTo(1);
			assertThat(bean.next("a")).isEqualTo(1);
		});
	}

	@Test
	void callOfItselfIsNotAdvised() {
		Apps.app(PackagePrivate.class).run((context) -> {
			PackagePrivate bean = context.getBean(PackagePrivate.class);
			assertThat(bean.twice("a")).isEqualTo(2);
		});
	}

	private static ApplicationContextRunner jdk(Class<?> configuration) {
		return Apps.app(configuration).withPropertyValues("spring.aop.proxy-target-class=false");
	}

	private static void assertOnce(Placing placing) {
		assertThat(placing.place("a")).isEqualTo("a 1");
		assertThat(placing.place("a")).isEqualTo("a 1");
		assertThat(placing.place("b")).isEqualTo("b 2");
	}

	public interface Placing {

		String place(String id);

	}

	public interface NamedPlacing extends Placing {

		@Override
		@Durable(name = "placing", key = "#id")
		String place(String id);

	}

	abstract static class Base {

		private final List<String> placed = new ArrayList<>();

		String doPlace(String id) {
			this.placed.add(id);
			return id + " " + this.placed.size();
		}

	}

	static class Book extends Base implements NamedPlacing {

		@Override
		public String place(String id) {
			return doPlace(id);
		}

	}

	@Durable(key = "#id")
	public static class ClassAnnotated extends Base implements Placing {

		@Override
		public String place(String id) {
			return doPlace(id);
		}

	}

	static class ImplementationAnnotated extends Base implements Placing {

		@Override
		@Durable(key = "#id")
		public String place(String id) {
			return doPlace(id);
		}

	}

	static class Transacting extends Base implements NamedPlacing {

		@Override
		@Transactional
		public String place(String id) {
			return doPlace(id);
		}

	}

	record Amount(long cents) {
	}

	public interface Generic<K, V> {

		@Durable(name = "generic", key = "#key")
		V apply(K key);

	}

	static class Numbers implements Generic<Long, Amount> {

		@Override
		public Amount apply(Long key) {
			return new Amount(key);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Lambda {

		private final Base base = new Base() {
		};

		@Autowired
		Lambda() {
		}

		@Bean
		NamedPlacing placing() {
			return (id) -> this.base.doPlace(id);
		}

	}

	static class PackagePrivate {

		private int runs;

		@Durable(key = "#id")
		int next(String id) {
			return ++this.runs;
		}

		int twice(String id) {
			next(id);
			return next(id);
		}

	}

}
