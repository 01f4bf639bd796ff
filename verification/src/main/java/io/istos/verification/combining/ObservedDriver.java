package io.istos.verification.combining;

import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.istos.engine.DurableOperation;
import io.istos.engine.DurableOperations;
import io.istos.engine.DurableOptions;
import io.istos.testing.TestDatabase;
import io.istos.verification.app.Nodes;

/**
 * What it costs to be observed: durable calls of an application with meters and
 * observations against the same without, on one database, in alternating rounds.
 * Arguments: seconds per round (3), rounds (7).
 */
public final class ObservedDriver {

	private final AtomicLong keys = new AtomicLong();

	private ObservedDriver() {
	}

	public static void main(String[] arguments) {
		new ObservedDriver().run(arguments);
		System.exit(0);
	}

	private void run(String[] arguments) {
		try (TestDatabase database = TestDatabase.create();
				ConfigurableApplicationContext observed = start(database, Plain.class, Observed.class);
				ConfigurableApplicationContext plain = start(database, Plain.class)) {
			Comparison.describe(database.dataSource());
			DurableOperation<String> with = operation(observed);
			DurableOperation<String> without = operation(plain);
			Comparison comparison = new Comparison(arguments, (caller) -> call(with), (caller) -> call(without));
			comparison.warmUp(16);
			for (int callers : new int[] { 1, 16 }) {
				compare(comparison, callers);
			}
			double timed = observed.getBean(MeterRegistry.class)
				.get("istos.durable")
				.timers()
				.stream()
				.mapToLong((timer) -> timer.count())
				.sum();
			System.out.printf("%,.0f calls were timed%n", timed);
		}
	}

	private static void compare(Comparison comparison, int callers) {
		Comparison.Rates rates = comparison.rates(callers);
		double with = Comparison.median(rates.first());
		double without = Comparison.median(rates.second());
		System.out.printf("%d callers: %,.0f calls/s observed, %,.0f not; ratio %.3f%n", callers, with, without,
				with / without);
	}

	private static ConfigurableApplicationContext start(TestDatabase database, Class<?>... sources) {
		Map<String, Object> properties = Nodes.properties("observed-driver", database, false);
		return new SpringApplication(sources).run(Nodes.arguments(properties));
	}

	private static DurableOperation<String> operation(ConfigurableApplicationContext context) {
		return context.getBean(DurableOperations.class).define("observed", String.class, DurableOptions.defaults());
	}

	private void call(DurableOperation<String> operation) {
		try {
			operation.call("key-" + this.keys.incrementAndGet(), null, () -> "result");
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * An application with nothing but Istos and its database.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Plain {

	}

	/**
	 * What Boot's actuator brings.
	 */
	@Configuration(proxyBeanMethods = false)
	static class Observed {

		@Bean
		MeterRegistry meterRegistry() {
			return new SimpleMeterRegistry();
		}

		@Bean
		ObservationRegistry observationRegistry(MeterRegistry meters) {
			ObservationRegistry registry = ObservationRegistry.create();
			registry.observationConfig().observationHandler(new DefaultMeterObservationHandler(meters));
			return registry;
		}

	}

}
