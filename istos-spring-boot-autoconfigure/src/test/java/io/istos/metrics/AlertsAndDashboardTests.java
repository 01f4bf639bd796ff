package io.istos.metrics;

import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.factory.config.YamlPropertiesFactoryBean;
import org.springframework.core.io.ByteArrayResource;

import io.istos.Documented;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the rules and the dashboard ask for must be there: they can't be compiled.
 */
class AlertsAndDashboardTests {

	private static final Pattern METRIC = Pattern.compile("\\b(istos_\\w+)(?:\\{([^}]*)})?");

	private static final Pattern MATCHER = Pattern.compile("(\\w+)\\s*(?:=~|!~|!=|=)\\s*\"([^\"]*)\"");

	private static final Pattern BY = Pattern.compile("\\bby \\(([^)]*)\\)");

	/** What Prometheus adds to each. */
	private static final Set<String> TARGET = Set.of("job", "instance");

	private final ScrapedMeters meters = new ScrapedMeters();

	static List<Rule> rules() {
		YamlPropertiesFactoryBean yaml = new YamlPropertiesFactoryBean();
		yaml.setResources(new ByteArrayResource(Documented.page("alerts/istos-alerts.yml").getBytes()));
		Properties flat = yaml.getObject();
		return Stream.iterate(0, (number) -> number + 1)
			.map((number) -> "groups[0].rules[" + number + "].")
			.takeWhile((prefix) -> flat.containsKey(prefix + "alert"))
			.map((prefix) -> new Rule(flat, prefix))
			.toList();
	}

	static List<String> panels() {
		JsonNode dashboard = JsonMapper.shared().readTree(Documented.page("grafana/istos-dashboard.json"));
		return Stream.of("expr", "definition").flatMap((name) -> dashboard.findValuesAsString(name).stream()).toList();
	}

	@ParameterizedTest
	@MethodSource("panels")
	void everyPanelAsksForWhatIsThere(String expression) {
		check(expression);
	}

	@Test
	void theDashboardHasEveryMeter() {
		String all = String.join("\n", panels());
		assertThat(IstosMeter.values()).allSatisfy((meter) -> assertThat(all).contains(prefix(meter.getName())));
		assertThat(IstosObservation.values())
			.allSatisfy((observation) -> assertThat(all).contains(prefix(observation.getName()) + "_seconds_count"));
	}

	private static String prefix(String name) {
		return name.replace('.', '_');
	}

	@ParameterizedTest
	@MethodSource("rules")
	void everyRuleAsksForWhatIsThere(Rule rule) {
		check(rule.expression());
		assertThat(rule.of("labels.severity")).isIn("warning", "critical");
		assertThat(rule.of("annotations.summary")).isNotBlank();
		String texts = rule.of("annotations.summary") + rule.of("annotations.description");
		Pattern.compile("\\$labels\\.(\\w+)")
			.matcher(texts)
			.results()
			.forEach((label) -> assertThat(rule.labels()).contains(label.group(1)));
	}

	@ParameterizedTest
	@MethodSource("rules")
	void everyRuleHasItsParagraphAndIsTried(Rule rule) {
		assertThat(rule.of("annotations.runbook_url"))
			.isEqualTo("docs/runbook.md#" + rule.name().toLowerCase(Locale.ROOT));
		assertThat(Documented.page("runbook.md")).contains("\n### " + rule.name() + "\n");
		assertThat(Documented.page("alerts/istos-alerts-tests.yml")).contains("alertname: " + rule.name() + "\n");
	}

	@Test
	void thereAreRules() {
		assertThat(rules()).hasSizeGreaterThan(10).doesNotHaveDuplicates();
		assertThat(panels()).hasSizeGreaterThan(20);
	}

	private void check(String expression) {
		List<MatchResult> metrics = METRIC.matcher(expression).results().toList();
		metrics.forEach((metric) -> checkMatchers(metric.group(1), metric.group(2)));
		Set<String> labels = metrics.stream()
			.flatMap((metric) -> this.meters.keys(metric.group(1)).stream())
			.collect(Collectors.toSet());
		labels.addAll(TARGET);
		assertThat(labels).containsAll(by(expression));
	}

	private void checkMatchers(String metric, String matchers) {
		assertThat(this.meters.names()).contains(metric);
		MATCHER.matcher((matchers != null) ? matchers : "").results().forEach((matcher) -> {
			String key = matcher.group(1);
			if (!TARGET.contains(key)) {
				assertThat(this.meters.keys(metric)).contains(key);
				Set<String> possible = this.meters.values(metric, key);
				assertThat(possible.isEmpty() || matcher.group(2).startsWith("$")
						|| possible.containsAll(List.of(matcher.group(2).split("\\|"))))
					.as("%s of %s", matcher.group(), metric)
					.isTrue();
			}
		});
	}

	private static Set<String> by(String expression) {
		return BY.matcher(expression)
			.results()
			.flatMap((by) -> Stream.of(by.group(1).split(",")))
			.map(String::trim)
			.collect(Collectors.toSet());
	}

	/**
	 * A rule of the file.
	 *
	 * @param file the file
	 * @param prefix where it is
	 */
	record Rule(Properties file, String prefix) {

		String of(String property) {
			return this.file.getProperty(this.prefix + property, "");
		}

		String name() {
			return of("alert");
		}

		String expression() {
			return of("expr");
		}

		/** Without aggregation a rule has all labels of its metric. */
		Set<String> labels() {
			Set<String> by = by(expression());
			return by.isEmpty() ? TARGET : by;
		}

		@Override
		public String toString() {
			return name();
		}

	}

}
