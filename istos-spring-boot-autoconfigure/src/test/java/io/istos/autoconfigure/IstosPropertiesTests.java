package io.istos.autoconfigure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import io.istos.Boundary;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Every invalid value fails the start-up, in the name of its property.
 */
class IstosPropertiesTests {

	private final ApplicationContextRunner memory = Runners.inMemory();

	private final ApplicationContextRunner postgres = Runners.databaseDown();

	@Test
	void defaultsAreTheDocumentedOnes() {
		this.memory.run((context) -> {
			IstosProperties properties = context.getBean(IstosProperties.class);
			assertThat(properties.namespace()).isEmpty();
			assertThat(properties.durable().lease()).hasSeconds(30);
			assertThat(properties.durable().retention()).hasDays(7);
			assertThat(properties.durable().boundary()).isEqualTo(Boundary.AUTO);
			assertThat(properties.durable().requireNames()).isFalse();
			assertThat(properties.durable().completionTimeout()).hasSeconds(10);
			assertThat(properties.scopeLease().ttl()).hasSeconds(30);
			assertThat(properties.shutdownTimeout()).hasSeconds(30);
			assertThat(properties.purge()).isEqualTo(new IstosProperties.Purge(true, java.time.Duration.ofMinutes(1),
					1000, java.time.Duration.ofDays(30)));
		});
	}

	@ParameterizedTest
	@CsvSource({ "istos.durable.lease, 0s", "istos.durable.lease, -1s", "istos.durable.lease, 40000d",
			"istos.durable.lease, soon", "istos.durable.retention, 0ms", "istos.durable.retention, forever",
			"istos.durable.completion-timeout, 0s", "istos.durable.completion-timeout, 2d", "istos.scope-lease.ttl, 0s",
			"istos.scope-lease.ttl, soon", "istos.shutdown-timeout, -1s", "istos.shutdown-timeout, 1 minute",
			"istos.purge.interval, 0s", "istos.purge.batch-size, 0", "istos.purge.batch-size, many",
			"istos.purge.event-log-retention, -1s", "istos.purge.event-log-retention, forever",
			"istos.purge.enabled, perhaps", "istos.namespace, a|b" })
	void invalidValues(String property, String value) {
		assertRefused(this.memory, property, value);
	}

	@ParameterizedTest
	@CsvSource({ "istos.postgres.schema, My-Schema", "istos.postgres.schema, pg_istos",
			"istos.postgres.reserved-connections, 2", "istos.postgres.connection-timeout, 0s",
			"istos.postgres.statement-timeout, 1h", "istos.postgres.lock-timeout, -2s" })
	void invalidValuesOfTheAdapter(String property, String value) {
		assertRefused(this.postgres, property, value);
	}

	@ParameterizedTest
	@CsvSource({ "istos.durable.boundary, none, JOINED", "istos.storage.type, redis, MEMORY",
			"istos.postgres.initialize-schema, sometimes, NEVER" })
	void unknownValuesOfAnEnumListTheValidOnes(String property, String value, String valid) {
		FailureAnalysis analysis = assertRefused(this.postgres, property, value);
		assertThat(analysis.getAction()).contains(valid);
	}

	@Test
	void saysWhatAPropertyMustBeInUnitsThatPeopleUse() {
		FailureAnalysis analysis = assertRefused(this.postgres, "istos.postgres.statement-timeout", "90m");
		assertThat(analysis.getDescription()).isEqualTo(
				"Property istos.postgres.statement-timeout has the value '90m', but must lie between 250ms and 10m.");
	}

	@Test
	void theDefaultBoundaryIsAuto() {
		this.memory.withPropertyValues("istos.durable.boundary=default")
			.run((context) -> assertThat(context.getBean(IstosProperties.class).durable().boundary())
				.isEqualTo(Boundary.AUTO));
	}

	@Test
	void namesTheProcessForPeople() {
		this.memory.withPropertyValues("spring.application.name=orders").run((context) -> {
			String name = InstanceName.of(context.getBean(IstosProperties.class), context.getEnvironment());
			assertThat(name).startsWith("orders@").endsWith(":" + ProcessHandle.current().pid());
		});
		this.memory.withPropertyValues("istos.instance=left")
			.run((context) -> assertThat(
					InstanceName.of(context.getBean(IstosProperties.class), context.getEnvironment()))
				.isEqualTo("left"));
	}

	private static FailureAnalysis assertRefused(ApplicationContextRunner runner, String property, String value) {
		FailureAnalysis[] analysis = new FailureAnalysis[1];
		runner.withPropertyValues(property + "=" + value)
			.run((context) -> analysis[0] = Analyses.of(context.getStartupFailure()));
		assertThat(analysis[0].getDescription()).contains(property);
		return analysis[0];
	}

}
