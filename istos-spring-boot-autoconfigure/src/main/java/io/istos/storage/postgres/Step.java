package io.istos.storage.postgres;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import io.istos.storage.EntryKey;

/**
 * A step of the protocol, for one item or many.
 *
 * @param name of its file, and what it does
 * @param order the order of keys, in which rows are locked; what is equal by it has one
 * key
 * @param fields the columns of an item
 * @param reader reads the answer for an item
 * @param <Q> an item
 * @param <A> an answer
 */
record Step<Q, A>(String name, Comparator<Q> order, List<Field<Q>> fields, Reader<A> reader) {

	/**
	 * A step of what has the key of a document or a value.
	 */
	static <Q, A> Step<Q, A> ofEntry(String name, Function<Q, EntryKey> key, List<Field<Q>> more, Reader<A> reader) {
		List<Field<Q>> fields = new ArrayList<>();
		fields.add(Field.text("ns", (item) -> key.apply(item).namespace()));
		fields.add(Field.text("k", (item) -> key.apply(item).key()));
		fields.addAll(more);
		return new Step<>(name, Comparator.comparing(key), List.copyOf(fields), reader);
	}

	/**
	 * A column of an item.
	 *
	 * @param name the name in the statement
	 * @param type the SQL type
	 * @param value the value: text, a number, a boolean or a UUID
	 * @param <Q> an item
	 */
	record Field<Q>(String name, String type, Function<Q, @Nullable Object> value) {

		static <Q> Field<Q> text(String name, Function<Q, @Nullable Object> value) {
			return new Field<>(name, "text", value);
		}

		static <Q> Field<Q> number(String name, Function<Q, @Nullable Object> value) {
			return new Field<>(name, "bigint", value);
		}

		static <Q> Field<Q> flag(String name, Function<Q, @Nullable Object> value) {
			return new Field<>(name, "boolean", value);
		}

		static <Q> Field<Q> uuid(String name, Function<Q, @Nullable Object> value) {
			return new Field<>(name, "uuid", value);
		}

	}

	/**
	 * Reads the answer for an item.
	 *
	 * @param <A> an answer
	 */
	interface Reader<A> {

		A read(ResultSet row) throws SQLException;

	}

}
