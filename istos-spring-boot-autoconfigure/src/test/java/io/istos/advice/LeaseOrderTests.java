package io.istos.advice;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import jakarta.validation.ConstraintViolationException;
import jakarta.validation.constraints.NotBlank;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.validation.autoconfigure.ValidationAutoConfiguration;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.resilience.annotation.Retryable;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.scheduling.config.ScheduledTask;
import org.springframework.scheduling.config.ScheduledTaskHolder;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.validation.annotation.Validated;

import io.istos.Durable;
import io.istos.Fence;
import io.istos.ScopeBusyException;
import io.istos.ScopeLease;
import io.istos.engine.AcquiredLease;
import io.istos.engine.LeaseOptions;
import io.istos.engine.ScopeLeases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

final class LeaseOrderTests {

	@Test
	void leaseIsOutsideTheTransaction() {
		Apps.app(Transacting.class).run((context) -> {
			Transacting bean = context.getBean(Transacting.class);
			assertThat(Apps.chain(bean)).containsExactly("LeaseInterceptor", "TransactionInterceptor");
			assertThat(bean.run("a")).isEqualTo("transacting/a");
			occupy(context, "transacting/a",
					() -> assertThatExceptionOfType(ScopeBusyException.class).isThrownBy(() -> bean.run("a")));
			assertThat(bean.runs()).isEqualTo(1);
		});
	}

	@Test
	void leaseIsOutsideTheClaim() {
		Apps.app(Once.class).run((context) -> {
			Once once = context.getBean(Once.class);
			assertThat(Apps.chain(once)).containsExactly("LeaseInterceptor", "DurableInterceptor",
					"TransactionInterceptor", "DurableBodyInterceptor");
			occupy(context, "once",
					() -> assertThatExceptionOfType(ScopeBusyException.class).isThrownBy(() -> once.run("a")));
			assertThat(once.run("a")).isEqualTo(1);
			assertThat(once.run("a")).isEqualTo(1);
			assertThat(once.run("b")).isEqualTo(2);
		});
	}

	@Test
	void cacheIsInsideTheLease() {
		Apps.app(AdviceOrderTests.Caching.class, Cached.class).run((context) -> {
			Cached cached = context.getBean(Cached.class);
			assertThat(Apps.chain(cached)).containsExactly("LeaseInterceptor", "CacheInterceptor");
			assertThat(cached.run("a")).isEqualTo(1);
			assertThat(cached.run("a")).isEqualTo(1);
			occupy(context, "cached",
					() -> assertThatExceptionOfType(ScopeBusyException.class).isThrownBy(() -> cached.run("a")));
		});
	}

	@Test
	void asynchronousExecutionIsOutsideTheLease() {
		Apps.app(AdviceOrderTests.Asynchronous.class, Later.class).run((context) -> {
			Later later = context.getBean(Later.class);
			assertThat(Apps.chain(later)).containsExactly("AnnotationAsyncExecutionInterceptor", "LeaseInterceptor");
			String ran = later.run().get(10, TimeUnit.SECONDS);
			assertThat(ran).startsWith("later on ").doesNotContain(Thread.currentThread().getName());
		});
	}

	@Test
	void eachRetryAcquiresAnew() {
		Apps.app(AdviceOrderTests.Resilient.class, Flaky.class).run((context) -> {
			Flaky flaky = context.getBean(Flaky.class);
			assertThat(Apps.chain(flaky)).containsExactly("RetryAnnotationInterceptor", "LeaseInterceptor");
			long first = flaky.run();
			assertThat(flaky.attempts()).isEqualTo(3);
			assertThat(first).isGreaterThanOrEqualTo(3);
		});
	}

	@Test
	void retryTriesABusyScopeAgain() {
		Apps.app(AdviceOrderTests.Resilient.class, Patient.class).run((context) -> {
			Patient patient = context.getBean(Patient.class);
			occupy(context, "patient",
					() -> assertThatExceptionOfType(ScopeBusyException.class).isThrownBy(patient::run));
			assertThat(patient.run()).isEqualTo(1);
		});
	}

	@Test
	void validationIsInsideTheLease() {
		Apps.app(Checked.class)
			.withConfiguration(AutoConfigurations.of(ValidationAutoConfiguration.class))
			.run((context) -> {
				Checked checked = context.getBean(Checked.class);
				assertThat(Apps.chain(checked)).containsExactly("LeaseInterceptor", "MethodValidationInterceptor");
				assertThatExceptionOfType(ConstraintViolationException.class).isThrownBy(() -> checked.run(""));
				assertThat(checked.run("x")).isEqualTo("x");
			});
	}

	@Test
	void methodSecurityIsOutsideTheLease() {
		Apps.app(AdviceOrderTests.Security.class, Secured.class).run((context) -> {
			Secured secured = context.getBean(Secured.class);
			assertThatExceptionOfType(SecurityException.class).isThrownBy(() -> secured.run(null));
		});
	}

	@Test
	void scheduledMethodIsLeased() {
		Apps.app(Scheduling.class, Nightly.class).run((context) -> {
			Runnable run = context.getBean(ScheduledTaskHolder.class)
				.getScheduledTasks()
				.stream()
				.map(ScheduledTask::getTask)
				.findFirst()
				.orElseThrow()
				.getRunnable();
			Nightly nightly = context.getBean(Nightly.class);
			occupy(context, "nightly", run);
			assertThat(nightly.runs()).isZero();
			run.run();
			assertThat(nightly.runs()).isEqualTo(1);
		});
	}

	@Test
	void transactionOutsideTheLeaseIsRefused() {
		Apps.app(AdviceOrderTests.EarlyTransactions.class, Transacting.class)
			.run(Apps.refused("begins its transaction before it is leased"));
	}

	private static void occupy(ApplicationContext context, String scope, Runnable rival) {
		ScopeLeases leases = context.getBean(ScopeLeases.class);
		try (AcquiredLease occupied = leases.tryAcquire(scope, LeaseOptions.defaults()).orElseThrow()) {
			assertThat(occupied.lost()).isEmpty();
			rival.run();
		}
	}

	static class Transacting {

		private final AtomicInteger runs = new AtomicInteger();

		@Autowired
		private Fence fence;

		@ScopeLease("transacting/#{#id}")
		@Transactional
		String run(String id) {
			assertThat(TransactionSynchronizationManager.isActualTransactionActive()).isTrue();
			this.runs.incrementAndGet();
			return this.fence.scope();
		}

		int runs() {
			return this.runs.get();
		}

	}

	static class Once {

		private final AtomicInteger runs = new AtomicInteger();

		@ScopeLease("once")
		@Durable(name = "once", key = "#id")
		@Transactional
		int run(String id) {
			return this.runs.incrementAndGet();
		}

	}

	static class Cached {

		private final AtomicInteger runs = new AtomicInteger();

		@ScopeLease("cached")
		@Cacheable(cacheNames = "cached", key = "#id")
		int run(String id) {
			return this.runs.incrementAndGet();
		}

	}

	static class Later {

		@Autowired
		private Fence fence;

		@ScopeLease("later")
		@Async
		CompletableFuture<String> run() {
			return CompletableFuture.completedFuture(this.fence.scope() + " on " + Thread.currentThread().getName());
		}

	}

	static class Flaky {

		private final AtomicInteger attempts = new AtomicInteger();

		@Autowired
		private Fence fence;

		@ScopeLease("flaky")
		@Retryable(delay = 0)
		long run() {
			if (this.attempts.incrementAndGet() < 3) {
				throw new IllegalStateException("attempt " + this.attempts);
			}
			return this.fence.token();
		}

		int attempts() {
			return this.attempts.get();
		}

	}

	static class Patient {

		private final AtomicInteger runs = new AtomicInteger();

		@ScopeLease("patient")
		@Retryable(delay = 0, maxRetries = 2)
		int run() {
			return this.runs.incrementAndGet();
		}

	}

	@Validated
	static class Checked {

		@ScopeLease("checked")
		String run(@NotBlank String text) {
			return text;
		}

	}

	static class Secured {

		@ScopeLease("secured/#{#id}")
		void run(String id) {
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableScheduling
	static class Scheduling {

	}

	static class Nightly {

		private final AtomicInteger runs = new AtomicInteger();

		@ScopeLease("nightly")
		@Scheduled(cron = "0 0 2 1 1 *")
		void run() {
			this.runs.incrementAndGet();
		}

		int runs() {
			return this.runs.get();
		}

	}

}
