package io.istos;

import java.lang.reflect.Type;

import org.jspecify.annotations.Nullable;

/**
 * Turns results into JSON text and back, and arguments into canonical JSON. The starter
 * brings one on Jackson; a bean of the application's own replaces it. Thread-safe.
 */
public interface ResultCodec {

	/**
	 * Encode a result for storage.
	 * @param result the result, {@code null} for null and void
	 * @param type the generic type the result is declared with
	 * @return text in JSON, without NUL characters, that {@link #decode} reads back as an
	 * equal value
	 * @throws UnstorableResultException if there is no such text, or it is too large
	 */
	String encode(@Nullable Object result, Type type);

	/**
	 * Read a stored result.
	 * @param json what {@link #encode} returned, perhaps by another version of the class
	 * @param type the generic type to read
	 * @return the result
	 * @throws UnreadableResultException if it can't be read
	 */
	@Nullable Object decode(String json, Type type);

	/**
	 * Write a value as canonical JSON: sorted properties and map keys, nulls of objects
	 * omitted, no white space; equal for equal values whatever the application's own JSON
	 * settings are.
	 * @param value the value
	 * @return canonical JSON
	 * @throws IllegalArgumentException if the value is not serializable, naming the path
	 */
	String canonical(@Nullable Object value);

	/**
	 * Check at start-up that results of a type can be replayed.
	 * @param type the generic type
	 * @throws IllegalArgumentException if not, with the reason and the remedy
	 */
	void check(Type type);

}
