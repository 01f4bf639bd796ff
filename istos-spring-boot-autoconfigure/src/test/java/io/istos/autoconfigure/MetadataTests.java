package io.istos.autoconfigure;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What an editor shows of the properties.
 */
class MetadataTests {

	@Test
	void everyPropertyHasADescriptionAndADefault() throws IOException {
		Map<String, JsonNode> properties = properties();
		assertThat(properties).containsKeys("istos.enabled", "istos.durable.lease", "istos.scope-lease.ttl",
				"istos.storage.type", "istos.postgres.schema", "istos.results.max-size");
		assertThat(properties).allSatisfy((name, property) -> {
			assertThat(property.path("description").asString("")).as(name).isNotBlank();
			assertThat(property.has("defaultValue")).as(name).isTrue();
		});
	}

	private static Map<String, JsonNode> properties() throws IOException {
		Map<String, JsonNode> properties = new LinkedHashMap<>();
		for (URL url : Collections
			.list(MetadataTests.class.getClassLoader().getResources("META-INF/spring-configuration-metadata.json"))) {
			try (InputStream file = url.openStream()) {
				for (JsonNode property : JsonMapper.shared().readTree(file).path("properties")) {
					String name = property.path("name").asString();
					if (name.startsWith("istos.")) {
						properties.put(name, property);
					}
				}
			}
		}
		return properties;
	}

}
