package io.istos.jackson;

import java.util.LinkedHashSet;
import java.util.Set;

import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.AnnotationIntrospector;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/**
 * The mappers, each with every setting that matters spelled out: a default that changes
 * with a release of Jackson must not change what was stored.
 */
final class Mappers {

	private Mappers() {
	}

	static JsonMapper results(JacksonModule... modules) {
		SimpleModule order = new SimpleModule("istos-results");
		order.addAbstractTypeMapping(Set.class, LinkedHashSet.class);
		return builder(new SealedTypesIntrospector(), modules).addModule(order).build();
	}

	static JsonMapper canonical(JacksonModule... modules) {
		SimpleModule canonical = new SimpleModule("istos-canonical");
		canonical.setSerializerModifier(new CanonicalModifier());
		return builder(new FaithfulIntrospector(), modules).addModule(canonical).build();
	}

	private static JsonMapper.Builder builder(AnnotationIntrospector introspector, JacksonModule... modules) {
		JsonMapper.Builder builder = JsonMapper.builder(factory()).annotationIntrospector(introspector);
		writing(builder);
		reading(builder);
		dates(builder);
		return builder.addModules(modules);
	}

	// A number may be as long as the whole result; what is read here was written here.
	private static JsonFactory factory() {
		return JsonFactory.builder()
			.streamReadConstraints(StreamReadConstraints.builder()
				.maxNumberLength(Integer.MAX_VALUE)
				.maxStringLength(Integer.MAX_VALUE)
				.maxNameLength(Integer.MAX_VALUE)
				.build())
			.disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
			.build();
	}

	private static void writing(JsonMapper.Builder builder) {
		builder
			.enable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY,
					MapperFeature.INFER_RECORD_GETTERS_FROM_COMPONENTS_ONLY)
			.disable(MapperFeature.SORT_CREATOR_PROPERTIES_FIRST)
			.disable(SerializationFeature.FAIL_ON_EMPTY_BEANS, SerializationFeature.INDENT_OUTPUT,
					SerializationFeature.CLOSE_CLOSEABLE, SerializationFeature.WRITE_SINGLE_ELEM_ARRAYS_UNWRAPPED)
			.disable(EnumFeature.WRITE_ENUMS_USING_TO_STRING, EnumFeature.WRITE_ENUMS_USING_INDEX,
					EnumFeature.WRITE_ENUMS_TO_LOWERCASE, EnumFeature.WRITE_ENUM_KEYS_USING_INDEX)
			.disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES);
	}

	private static void reading(JsonMapper.Builder builder) {
		builder.enable(MapperFeature.USE_GETTERS_AS_SETTERS)
			.disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
					DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES, DeserializationFeature.ACCEPT_FLOAT_AS_INT,
					DeserializationFeature.FAIL_ON_IGNORED_PROPERTIES)
			.enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS, DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
			.disable(EnumFeature.READ_ENUMS_USING_TO_STRING, EnumFeature.READ_ENUM_KEYS_USING_INDEX)
			.enable(EnumFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
			.enable(JsonNodeFeature.USE_BIG_DECIMAL_FOR_FLOATS);
	}

	private static void dates(JsonMapper.Builder builder) {
		builder.enable(DateTimeFeature.WRITE_DATES_WITH_ZONE_ID)
			.disable(DateTimeFeature.ADJUST_DATES_TO_CONTEXT_TIME_ZONE,
					DateTimeFeature.WRITE_DATES_WITH_CONTEXT_TIME_ZONE, DateTimeFeature.NORMALIZE_DESERIALIZED_ZONE_ID,
					DateTimeFeature.WRITE_DATES_AS_TIMESTAMPS, DateTimeFeature.WRITE_DATE_KEYS_AS_TIMESTAMPS,
					DateTimeFeature.WRITE_DURATIONS_AS_TIMESTAMPS, DateTimeFeature.TRUNCATE_TO_MSECS_ON_READ,
					DateTimeFeature.TRUNCATE_TO_MSECS_ON_WRITE);
	}

}
