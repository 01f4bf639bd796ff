package io.istos.metrics;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.micrometer.common.docs.KeyName;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;

import io.istos.LeaseLoss;
import io.istos.engine.CallOutcome;
import io.istos.engine.EngineListener;
import io.istos.engine.LeaseOutcome;

/**
 * What Prometheus makes of the meters that are documented as data.
 */
final class ScrapedMeters {

	private static final Pattern SAMPLE = Pattern.compile("^(\\w+)(?:\\{(.*)})? .*$");

	private final Map<String, Set<String>> keys = new HashMap<>();

	ScrapedMeters() {
		PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
		Stream.of(IstosObservation.values()).forEach((observation) -> register(registry, observation));
		Stream.of(IstosMeter.values()).forEach((meter) -> register(registry, meter));
		registry.scrape().lines().map(SAMPLE::matcher).filter((sample) -> sample.matches()).forEach((sample) -> {
			String labels = (sample.group(2) != null) ? sample.group(2) : "";
			this.keys.put(sample.group(1),
					Stream.of(labels.split(","))
						.map((label) -> label.replaceAll("=.*", ""))
						.filter((label) -> !label.isEmpty())
						.collect(Collectors.toCollection(TreeSet::new)));
		});
	}

	/** With the key that Boot adds. */
	private static void register(PrometheusMeterRegistry registry, IstosObservation observation) {
		Tags tags = tags(observation.getLowCardinalityKeyNames());
		registry.timer(observation.getName(), tags.and("error", "none")).record(1, TimeUnit.SECONDS);
		registry.more().longTaskTimer(observation.getName() + ".active", tags);
	}

	private static void register(PrometheusMeterRegistry registry, IstosMeter meter) {
		Tags tags = tags(meter.getKeyNames());
		switch (meter.getType()) {
			case COUNTER -> registry.counter(meter.getName(), tags);
			case GAUGE ->
				Gauge.builder(meter.getName(), () -> 1).baseUnit(meter.getBaseUnit()).tags(tags).register(registry);
			case DISTRIBUTION_SUMMARY -> DistributionSummary.builder(meter.getName()).tags(tags).register(registry);
			default -> throw new AssertionError(meter);
		}
	}

	private static Tags tags(KeyName... keys) {
		return Stream.of(keys).map((key) -> Tags.of(key.asString(), "x")).reduce(Tags.empty(), Tags::and);
	}

	Set<String> names() {
		return this.keys.keySet();
	}

	Set<String> keys(String metric) {
		return this.keys.getOrDefault(metric, Set.of());
	}

	/**
	 * The values of a key, if it has a fixed set of them.
	 */
	Set<String> values(String metric, String key) {
		return switch (metric.replaceAll("_(seconds_\\w+|total)$", "") + " " + key) {
			case "istos_durable outcome" -> values(CallOutcome.values());
			case "istos_lease outcome" -> values(LeaseOutcome.values());
			case "istos_renewals outcome" -> values(EngineListener.RenewalAnswer.values());
			case "istos_renewals kind" -> values(EngineListener.Held.values());
			case "istos_leases_lost reason" -> values(LeaseLoss.values());
			default -> Set.of();
		};
	}

	private static Set<String> values(Enum<?>... values) {
		return Stream.of(values).map(IstosKey::value).collect(Collectors.toSet());
	}

}
