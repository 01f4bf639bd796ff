package io.istos.storage.postgres;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import io.istos.storage.ClaimKey;

/**
 * A step of the protocol, for one item or many.
 *
 * @param name of its file, and what it does
 * @param key the key that an item is about
 * @param fields the columns of an item
 * @param reader reads the answer for an item
 * @param <Q> an item
 * @param <A> an answer
 */
record Step<Q, A>(String name, Function<Q, ClaimKey> key, List<Field<Q>> fields, Reader<A> reader) {

	/**
	 * A column of an item.
	 *
	 * @param name the name in the statement
	 * @param type the SQL type
	 * @param value the value: text, a number, a boolean or a UUID
	 * @param <Q> an item
	 */
	record Field<Q>(String name, String type, Function<Q, @Nullable Object> value) {
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
