package io.istos.metrics;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.micrometer.common.docs.KeyName;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import org.junit.jupiter.api.Test;

import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

import io.istos.LeaseLoss;
import io.istos.OnFailure;
import io.istos.engine.DurableOperation;
import io.istos.engine.DurableOperations;
import io.istos.engine.DurableOptions;
import io.istos.engine.EngineListener;
import io.istos.engine.FailureRules;
import io.istos.engine.LeaseOptions;
import io.istos.engine.ScopeLeases;
import io.istos.testing.TestDatabase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * The meters of an application, as Boot wires them, in a registry that refuses one name
 * with different keys.
 */
class MeterTests {

	private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

	@Test
	void everyMeterIsDocumentedWithItsKeysAndEachDocumentedOneIsThere() {
		this.registry.throwExceptionOnRegistrationFailure();
		try (TestDatabase database = TestDatabase.create()) {
			MetricsRunner.on(database)
				.withConfiguration(MetricsRunner.micrometer())
				.withBean(MeterRegistry.class, () -> this.registry)
				.withPropertyValues("istos.metrics.ledger-interval=1ms")
				.run((context) -> {
					useEverything(context);
					lapse(new JdbcTemplate(database.dataSource()), "abandoned");
					await().untilAsserted(() -> assertThat(gauge("istos.claims.abandoned")).isEqualTo(1));
					assertThat(gauge("istos.claims.undecided")).isEqualTo(1);
				});
		}
		assertThat(found()).isEqualTo(documented());
		assertThat(this.registry.scrape().lines()).noneMatch((line) -> line.matches("istos_\\w*_[ {].*"));
	}

	private void useEverything(ApplicationContext context) throws Exception {
		DurableOperations operations = context.getBean(DurableOperations.class);
		DurableOperation<String> operation = operations.define("metered", String.class, DurableOptions.defaults());
		operation.call("done", null, () -> {
			assertThat(gauge("istos.claims.running")).isEqualTo(1);
			return "result";
		});
		hold(operations);
		context.getBean(ScopeLeases.class)
			.run("scope", LeaseOptions.defaults(), () -> assertThat(gauge("istos.leases.held")).isEqualTo(1));
		assertThat(gauge("istos.claims.running")).isZero();
		assertThat(gauge("istos.leases.held")).isZero();
		tellWhatIsRare(context.getBean(CountingListener.class));
	}

	private static void hold(DurableOperations operations) {
		DurableOptions holding = DurableOptions.defaults().withFailures(new FailureRules(OnFailure.HOLD, Map.of()));
		DurableOperation<String> operation = operations.define("held", String.class, holding);
		assertThatIllegalStateException().isThrownBy(() -> operation.call("held", null, () -> {
			throw new IllegalStateException("unknown");
		}));
	}

	/** That the engine tells of it is pinned where it does. */
	private static void tellWhatIsRare(EngineListener listener) {
		listener.claimTakenOver("metered");
		listener.completionRefused("metered");
		listener.leaseTakenOver();
		listener.leaseLost(LeaseLoss.TAKEN_OVER);
		listener.fenceRefused();
		listener.renewed(EngineListener.Held.LEASE, EngineListener.RenewalAnswer.UNANSWERED, 3);
		listener.purged(EngineListener.Purged.EVENT_LOG, 5);
	}

	private static void lapse(JdbcTemplate jdbc, String key) {
		jdbc.update("INSERT INTO istos.istos_idempotency (operation, key, state, owner, epoch, deadline)"
				+ " VALUES ('metered', ?, 'C', gen_random_uuid(), 1, clock_timestamp())", key);
	}

	private double gauge(String name) {
		return this.registry.get(name).gauge().value();
	}

	/** The active ones are Boot's doing: a long task timer for every observation. */
	private Map<String, Set<String>> found() {
		return this.registry.getMeters()
			.stream()
			.map(Meter::getId)
			.filter((id) -> id.getName().startsWith("istos.") && !id.getName().endsWith(".active"))
			.collect(Collectors.toMap(Meter.Id::getName,
					(id) -> id.getTags().stream().map(Tag::getKey).collect(Collectors.toCollection(TreeSet::new)),
					(one, other) -> {
						one.addAll(other);
						return one;
					}, TreeMap::new));
	}

	private static Map<String, Set<String>> documented() {
		Map<String, Set<String>> documented = new TreeMap<>();
		for (IstosMeter meter : IstosMeter.values()) {
			documented.put(meter.getName(), names(meter.getKeyNames()));
		}
		for (IstosObservation observation : IstosObservation.values()) {
			Set<String> names = names(observation.getLowCardinalityKeyNames());
			names.add("error");
			documented.put(observation.getName(), names);
		}
		return documented;
	}

	private static Set<String> names(KeyName... keys) {
		return Stream.of(keys).map(KeyName::asString).collect(Collectors.toCollection(TreeSet::new));
	}

	@Test
	void countsAreCountedByTheirKeys() {
		CountingListener listener = new CountingListener(this.registry);
		listener.renewed(EngineListener.Held.CLAIM, EngineListener.RenewalAnswer.RENEWED, 2);
		listener.renewed(EngineListener.Held.CLAIM, EngineListener.RenewalAnswer.RENEWED, 3);
		listener.renewed(EngineListener.Held.LEASE, EngineListener.RenewalAnswer.LOST, 1);
		assertThat(this.registry.scrape()).contains("istos_renewals_total{kind=\"claim\",outcome=\"renewed\"} 5.0",
				"istos_renewals_total{kind=\"lease\",outcome=\"lost\"} 1.0",
				"# HELP istos_renewals_total " + IstosMeter.RENEWALS.meaning());
	}

	@Test
	void worksWithoutMicrometer() {
		MetricsRunner.inMemory()
			.withClassLoader(new FilteredClassLoader("io.micrometer"))
			.run(MeterTests::runsUnmetered);
	}

	@Test
	void worksWithoutARegistry() {
		MetricsRunner.inMemory().run(MeterTests::runsUnmetered);
	}

	private static void runsUnmetered(ApplicationContext context) throws Exception {
		DurableOperation<String> operation = context.getBean(DurableOperations.class)
			.define("unmetered", String.class, DurableOptions.defaults());
		assertThat(operation.call("k", null, () -> "result")).isEqualTo("result");
		assertThat(context.getBeanNamesForType(EngineListener.class)).isEmpty();
	}

	@Test
	void worksWithoutObservations() {
		MetricsRunner.inMemory().withBean(MeterRegistry.class, () -> this.registry).run((context) -> {
			DurableOperation<String> operation = context.getBean(DurableOperations.class)
				.define("timed", String.class, DurableOptions.defaults());
			operation.call("k", null, () -> "result");
			assertThat(this.registry.get("istos.storage").timers()).isNotEmpty();
		});
	}

	@Test
	void switchedOffThereIsNothing() {
		MetricsRunner.istos()
			.withBean(MeterRegistry.class, () -> this.registry)
			.withPropertyValues("istos.enabled=false")
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(CountingListener.class));
	}

}
