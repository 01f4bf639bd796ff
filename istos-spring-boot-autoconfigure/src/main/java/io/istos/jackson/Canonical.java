package io.istos.jackson;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * One text for equal values. Sorts the tree, not the serializers' output, since
 * annotations may order properties and keys may not be comparable.
 */
final class Canonical {

	private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

	private final JsonMapper mapper;

	Canonical(JsonMapper mapper) {
		this.mapper = mapper;
	}

	// The nulls at the end don't count, so that a method may gain an argument.
	String ofArguments(@Nullable Object value) {
		return text(withoutTrailingNulls(tree(value)));
	}

	String of(Object value) {
		return text(tree(value));
	}

	private JsonNode tree(@Nullable Object value) {
		return sorted(this.mapper.readTree(this.mapper.writeValueAsString(value)));
	}

	private String text(JsonNode node) {
		return JsonText.escapeUnpairedSurrogates(this.mapper.writeValueAsString(node));
	}

	private JsonNode sorted(JsonNode node) {
		if (node instanceof ObjectNode object) {
			JsonNode set = object.get(CanonicalModifier.SET);
			return (set != null) ? sortedSet(set) : sortedObject(object);
		}
		if (node instanceof ArrayNode array) {
			return array(array.valueStream().map(this::sorted).toList());
		}
		return node.isNumber() ? number(node.decimalValue()) : node;
	}

	private ObjectNode sortedObject(ObjectNode object) {
		Map<String, JsonNode> properties = new TreeMap<>();
		object.forEachEntry((name, value) -> {
			if (!value.isNull()) {
				properties.put(name, sorted(value));
			}
		});
		return NODES.objectNode().setAll(properties);
	}

	private JsonNode sortedSet(JsonNode set) {
		return array(set.valueStream().map(this::sorted).sorted(Comparator.comparing(JsonNode::toString)).toList());
	}

	private static ArrayNode array(List<JsonNode> elements) {
		return NODES.arrayNode().addAll(elements);
	}

	// 1, 1.0 and 1.00 are one amount, whichever type or column it went through.
	private static JsonNode number(BigDecimal value) {
		BigDecimal stripped = value.stripTrailingZeros();
		boolean readable = stripped.scale() < 0 && stripped.precision() - stripped.scale() <= 40;
		return NODES.numberNode(readable ? stripped.setScale(0) : stripped);
	}

	private static JsonNode withoutTrailingNulls(JsonNode node) {
		if (!(node instanceof ArrayNode array)) {
			return node;
		}
		List<JsonNode> elements = new ArrayList<>(array.values());
		while (!elements.isEmpty() && elements.get(elements.size() - 1).isNull()) {
			elements.remove(elements.size() - 1);
		}
		return array(elements);
	}

}
