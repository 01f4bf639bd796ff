package io.istos.coordination;

import java.lang.reflect.Type;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import io.istos.ResultCodec;

/**
 * Values of one type as JSON text.
 *
 * @param codec the codec
 * @param type the type
 * @param <T> the type
 */
record Values<T>(ResultCodec codec, Type type) {

	String write(T value) {
		return this.codec.encode(Objects.requireNonNull(value, "a stored value is not null"), this.type);
	}

	@Nullable String writeNullable(@Nullable T value) {
		return (value != null) ? write(value) : null;
	}

	@SuppressWarnings("unchecked")
	T read(String json) {
		return (T) Objects.requireNonNull(this.codec.decode(json, this.type), "a stored value is not null");
	}

	@Nullable T readNullable(@Nullable String json) {
		return (json != null) ? read(json) : null;
	}

}
