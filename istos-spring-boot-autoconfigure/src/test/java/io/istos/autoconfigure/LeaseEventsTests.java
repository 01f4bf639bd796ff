package io.istos.autoconfigure;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;
import org.springframework.core.annotation.Order;

import io.istos.LeaseEvent;
import io.istos.LeaseListener;
import io.istos.engine.LeaseOptions;
import io.istos.engine.ScopeLeases;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The application learns what happens to leases.
 */
@ExtendWith(OutputCaptureExtension.class)
class LeaseEventsTests {

	private static final LeaseOptions KEPT = LeaseOptions.defaults().withKeep(true);

	@Test
	void listenersAndApplicationEventsTellOfAKeptLease() {
		List<Object> told = new ArrayList<>();
		Runners.inMemory()
			.withBean("told", List.class, () -> told)
			.withUserConfiguration(Listening.class)
			.run((context) -> {
				lead(context.getBean(ScopeLeases.class));
				assertThat(told).hasSize(2)
					.allSatisfy((event) -> assertThat(event).isInstanceOfSatisfying(LeaseEvent.Granted.class,
							(granted) -> assertThat(granted.scope()).isEqualTo("leader")));
				told.clear();
			});
		assertThat(told).hasSize(2)
			.allSatisfy((event) -> assertThat(event).isInstanceOfSatisfying(LeaseEvent.Revoked.class,
					(revoked) -> assertThat(revoked.reason()).isNull()));
	}

	@Test
	void aFailingListenerIsLoggedAndKeepsTheEventFromNobody(CapturedOutput output) {
		List<Object> told = new ArrayList<>();
		Runners.inMemory()
			.withBean("told", List.class, () -> told)
			.withUserConfiguration(Failing.class, Listening.class)
			.run((context) -> {
				lead(context.getBean(ScopeLeases.class));
				assertThat(told).hasSize(2);
				assertThat(output).contains("A listener failed at Granted[scope=leader").contains("out of order");
			});
	}

	@Test
	void lazyListenerIsThereBeforeAnyThreadOfIstosAsksForIt() {
		Runners.inMemory().withBean("lazy", LeaseListener.class, () -> (event) -> {
		}, (definition) -> definition.setLazyInit(true))
			.run((context) -> assertThat(context.getBeanFactory().containsSingleton("lazy")).isTrue());
	}

	@Test
	void withoutAListenerNothingIsMissed(CapturedOutput output) {
		Runners.inMemory().run((context) -> lead(context.getBean(ScopeLeases.class)));
		assertThat(output).doesNotContain("failed");
	}

	private static void lead(ScopeLeases leases) {
		assertThat(leases.run("leader", KEPT, () -> {
		})).isTrue();
	}

	@Configuration(proxyBeanMethods = false)
	static class Listening {

		private final List<Object> told;

		Listening(List<Object> told) {
			this.told = told;
		}

		/** It may itself use the engine. */
		@Bean
		LeaseListener listener(ScopeLeases leases) {
			Objects.requireNonNull(leases);
			return this.told::add;
		}

		/** Spring itself doesn't go on after one that failed. */
		@EventListener
		@Order(0)
		void on(LeaseEvent event) {
			this.told.add(event);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Failing {

		@Bean
		@Order(0)
		LeaseListener failing() {
			return (event) -> {
				throw new AssertionError("listener out of order");
			};
		}

		@EventListener
		void on(LeaseEvent event) {
			throw new IllegalStateException("event listener out of order");
		}

	}

}
