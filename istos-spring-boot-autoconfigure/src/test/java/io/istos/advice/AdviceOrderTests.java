package io.istos.advice;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import jakarta.validation.ConstraintViolationException;
import jakarta.validation.constraints.NotBlank;
import org.aopalliance.intercept.MethodInterceptor;
import org.junit.jupiter.api.Test;

import org.springframework.aop.Advisor;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.NameMatchMethodPointcut;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.validation.autoconfigure.ValidationAutoConfiguration;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;
import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.resilience.annotation.Retryable;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.validation.annotation.Validated;

import io.istos.Durable;
import io.istos.DurableCall;
import io.istos.KeyReusedException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

final class AdviceOrderTests {

	@Test
	void claimIsOutsideTheTransactionAndTheBodyInside() {
		Apps.app(Transacting.class)
			.run((context) -> assertThat(Apps.chain(context.getBean(Transacting.class)))
				.containsExactly("DurableInterceptor", "TransactionInterceptor", "DurableBodyInterceptor"));
	}

	@Test
	void cacheIsInsideTheClaim() {
		Apps.app(Caching.class, Cached.class).run((context) -> {
			Cached cached = context.getBean(Cached.class);
			assertThat(Apps.chain(cached)).containsExactly("DurableInterceptor", "CacheInterceptor",
					"DurableBodyInterceptor");
			cached.run("a", 1);
			assertThatExceptionOfType(KeyReusedException.class).isThrownBy(() -> cached.run("a", 2));
		});
	}

	@Test
	void asynchronousExecutionIsOutsideTheClaim() {
		Apps.app(Asynchronous.class, Later.class).run((context) -> {
			Later later = context.getBean(Later.class);
			assertThat(Apps.chain(later)).containsExactly("AnnotationAsyncExecutionInterceptor", "DurableInterceptor",
					"DurableBodyInterceptor");
			String thread = later.run("a").get(10, TimeUnit.SECONDS);
			assertThat(thread).isNotEqualTo(Thread.currentThread().getName());
			assertThat(later.run("a").get(10, TimeUnit.SECONDS)).isEqualTo(thread);
		});
	}

	@Test
	void eachRetryClaimsAnew() {
		Apps.app(Resilient.class, Flaky.class).run((context) -> {
			Flaky flaky = context.getBean(Flaky.class);
			assertThat(Apps.chain(flaky)).containsExactly("RetryAnnotationInterceptor", "DurableInterceptor",
					"DurableBodyInterceptor");
			assertThat(flaky.run("a")).isEqualTo("attempt 3");
		});
	}

	@Test
	void validationIsInsideTheClaimAndWhatItRefusesIsReleased() {
		Apps.app(Checked.class)
			.withConfiguration(AutoConfigurations.of(ValidationAutoConfiguration.class))
			.run((context) -> {
				Checked checked = context.getBean(Checked.class);
				assertThat(Apps.chain(checked)).containsExactly("DurableInterceptor", "MethodValidationInterceptor",
						"DurableBodyInterceptor");
				assertThatExceptionOfType(ConstraintViolationException.class).isThrownBy(() -> checked.run("a", ""));
				assertThat(checked.run("a", "x")).isEqualTo("x");
			});
	}

	@Test
	void methodSecurityIsOutsideTheClaim() {
		Apps.app(Security.class, Secured.class).run((context) -> {
			Secured secured = context.getBean(Secured.class);
			assertThatExceptionOfType(SecurityException.class).isThrownBy(() -> secured.run(null));
		});
	}

	@Test
	void transactionOutsideTheClaimIsRefused() {
		Apps.app(EarlyTransactions.class, Transacting.class)
			.run((context) -> assertThat(context).getFailure()
				.isInstanceOf(InvalidMethodException.class)
				.hasMessageContaining("begins its transaction before it is claimed")
				.hasMessageContaining("@EnableTransactionManagement"));
	}

	static class Transacting {

		@Durable(name = "transacting", key = "#id")
		@Transactional
		String run(String id) {
			return id;
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableTransactionManagement(order = 0)
	static class EarlyTransactions {

	}

	@Configuration(proxyBeanMethods = false)
	@EnableCaching
	static class Caching {

		@Bean
		CacheManager cacheManager() {
			return new ConcurrentMapCacheManager();
		}

	}

	static class Cached {

		@Durable(name = "cached", key = "#id")
		@Cacheable(cacheNames = "cached", key = "#id")
		String run(String id, int count) {
			return id + count;
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAsync
	static class Asynchronous {

	}

	static class Later {

		@Durable(name = "later", key = "#id")
		@Async
		CompletableFuture<String> run(String id) {
			return CompletableFuture.completedFuture(Thread.currentThread().getName());
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableResilientMethods
	static class Resilient {

	}

	static class Flaky {

		private final DurableCall call;

		Flaky(DurableCall call) {
			this.call = call;
		}

		@Durable(name = "flaky", key = "#id")
		@Retryable(delay = 0)
		String run(String id) {
			if (this.call.attempt() < 3) {
				throw new IllegalStateException("attempt " + this.call.attempt());
			}
			return "attempt " + this.call.attempt();
		}

	}

	@Validated
	static class Checked {

		@Durable(name = "checked", key = "#id", fingerprint = Durable.NONE)
		String run(String id, @NotBlank String text) {
			return text;
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Security {

		/**
		 * As the interceptors of Spring Security: ordered, and before everything else.
		 */
		@Bean
		@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
		static Advisor securityAdvisor() {
			NameMatchMethodPointcut pointcut = new NameMatchMethodPointcut();
			pointcut.setMappedName("run");
			pointcut.setClassFilter((type) -> type.getSimpleName().equals("Secured"));
			DefaultPointcutAdvisor advisor = new DefaultPointcutAdvisor(pointcut, (MethodInterceptor) (invocation) -> {
				throw new SecurityException("denied");
			});
			advisor.setOrder(500);
			return advisor;
		}

	}

	static class Secured {

		final List<String> runs = new ArrayList<>();

		@Durable(name = "secured", key = "#id")
		void run(String id) {
			this.runs.add(id);
		}

	}

}
