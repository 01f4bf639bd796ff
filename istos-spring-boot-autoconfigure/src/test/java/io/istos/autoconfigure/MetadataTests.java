package io.istos.autoconfigure;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.util.ClassUtils;
import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What an editor shows of the properties, and what becomes of values that make no sense.
 * That each is in {@code docs/configuration.md} is for {@code DocumentationTests}.
 */
class MetadataTests {

	/** Text is invalid for a reason of its own. */
	private static final Map<String, List<String>> INVALID_TEXTS = Map.of("istos.namespace", List.of("a|b"),
			"istos.postgres.schema", List.of("My-Schema", "pg_istos"));

	/** Any text will do. */
	private static final Set<String> FREE_TEXTS = Set.of("istos.instance");

	@Test
	void everyPropertyHasADescriptionAndADefault() {
		Map<String, JsonNode> properties = properties();
		assertThat(properties).containsKeys("istos.enabled", "istos.durable.lease", "istos.scope-lease.ttl",
				"istos.storage.type", "istos.postgres.schema", "istos.results.max-size", "istos.health.timeout");
		assertThat(properties).allSatisfy((name, property) -> {
			assertThat(property.path("description").asString("")).as(name).matches("(?s)\\w.*[\\w)]");
			assertThat(property.has("defaultValue")).as(name + " has a default").isTrue();
			assertThat(property.path("type").asString("")).as(name + " has a type").isNotBlank();
		});
	}

	@Test
	void theSwitchOfTheHealthIsTold() {
		assertThat(read().get("management.health.istos.enabled").path("defaultValue").asBoolean()).isTrue();
	}

	@ParameterizedTest(name = "{0}={1}")
	@MethodSource("invalidValues")
	void anInvalidValueFailsTheStartUpInTheNameOfItsProperty(String name, String value) {
		FailureAnalysis[] analysis = new FailureAnalysis[1];
		Runners.databaseDown()
			.withBean(MeterRegistry.class, SimpleMeterRegistry::new)
			.withPropertyValues(name + "=" + value)
			.run((context) -> {
				assertThat(context).hasFailed();
				analysis[0] = Analyses.of(context.getStartupFailure());
			});
		assertThat(analysis[0].getDescription()).contains(name);
		assertThat(analysis[0].getAction()).isNotBlank();
		constants(properties().get(name))
			.forEach((constant) -> assertThat(analysis[0].getAction()).as("valid values").contains(constant));
	}

	static Stream<String[]> invalidValues() {
		return properties().entrySet()
			.stream()
			.flatMap((property) -> invalid(property.getKey(), property.getValue())
				.map((value) -> new String[] { property.getKey(), value }));
	}

	private static Stream<String> invalid(String name, JsonNode property) {
		String type = property.path("type").asString();
		if (type.equals(String.class.getName())) {
			assertThat(FREE_TEXTS.contains(name) || INVALID_TEXTS.containsKey(name))
				.as("Say here which values of " + name + " are invalid, or that none is")
				.isTrue();
			return INVALID_TEXTS.getOrDefault(name, List.of()).stream();
		}
		if (type.equals(Duration.class.getName())) {
			return Stream.of("soon", "-1s", "40000d");
		}
		if (type.equals(Integer.class.getName()) || type.equals(Long.class.getName())) {
			return Stream.of("many", "-1");
		}
		if (type.equals(DataSize.class.getName())) {
			return Stream.of("huge", "-1B", "0", "1TB");
		}
		assertThat(type.equals(Boolean.class.getName()) || !constants(property).isEmpty())
			.as("Say here which values of a " + type + " are invalid")
			.isTrue();
		return Stream.of("perhaps");
	}

	private static List<String> constants(JsonNode property) {
		String type = property.path("type").asString();
		if (!type.startsWith("io.istos.")) {
			return List.of();
		}
		Object[] constants = ClassUtils.resolveClassName(type, null).getEnumConstants();
		return (constants != null) ? Arrays.stream(constants).map(Object::toString).toList() : List.of();
	}

	private static Map<String, JsonNode> properties() {
		Map<String, JsonNode> properties = read();
		properties.keySet().removeIf((name) -> !name.startsWith("istos."));
		return properties;
	}

	private static Map<String, JsonNode> read() {
		Map<String, JsonNode> properties = new LinkedHashMap<>();
		try {
			for (URL url : Collections.list(
					MetadataTests.class.getClassLoader().getResources("META-INF/spring-configuration-metadata.json"))) {
				try (InputStream file = url.openStream()) {
					for (JsonNode property : JsonMapper.shared().readTree(file).path("properties")) {
						properties.put(property.path("name").asString(), property);
					}
				}
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return properties;
	}

}
