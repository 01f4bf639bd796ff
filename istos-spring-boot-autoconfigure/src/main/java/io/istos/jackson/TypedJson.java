package io.istos.jackson;

import java.lang.reflect.Type;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes and reads results of one declared type.
 */
final class TypedJson {

	private static final String NULL = "null";

	// Where null itself means an empty Optional, the result null needs another text.
	private static final String NO_VALUE = "{\"@null\":true}";

	private final Type type;

	private final boolean isVoid;

	private final boolean nullIsValue;

	private final ObjectWriter writer;

	private final ObjectReader reader;

	TypedJson(Type type, JsonMapper mapper) {
		JavaType javaType = mapper.constructType(type);
		this.type = type;
		this.isVoid = javaType.hasRawClass(void.class) || javaType.hasRawClass(Void.class);
		// Of a polymorphic root Jackson would forget the type arguments.
		this.writer = mapper.writerFor(mapper.getTypeFactory().constructReferenceType(AtomicReference.class, javaType));
		this.reader = mapper.readerFor(javaType);
		this.nullIsValue = !this.isVoid && readsNullAsValue(this.reader);
	}

	private static boolean readsNullAsValue(ObjectReader reader) {
		try {
			return reader.readValue(NULL) != null;
		}
		catch (JacksonException ex) {
			// Not readable at all, which the one who reads will say better.
			return false;
		}
	}

	String write(@Nullable Object value) {
		if (value == null) {
			return this.nullIsValue ? NO_VALUE : NULL;
		}
		return JsonText.escapeUnpairedSurrogates(this.writer.writeValueAsString(new AtomicReference<>(value)));
	}

	@Nullable Object read(String json) {
		boolean isNull = this.isVoid || (this.nullIsValue && NO_VALUE.equals(json));
		return isNull ? null : this.reader.readValue(json);
	}

	@Override
	public String toString() {
		return this.type.getTypeName();
	}

}
