package io.istos.storage.postgres;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

import org.jspecify.annotations.Nullable;

/**
 * Reads what a statement returned that may be framed by others.
 */
final class Results {

	private Results() {
	}

	/**
	 * Execute, and read the last result set: what comes before is the frame's.
	 */
	static <R extends @Nullable Object> R read(PreparedStatement statement, Rows<R> reader) throws SQLException {
		ResultSet rows = last(statement);
		if (rows == null) {
			throw new SQLException("The statement returned no rows");
		}
		return reader.read(rows);
	}

	private static @Nullable ResultSet last(PreparedStatement statement) throws SQLException {
		ResultSet last = null;
		boolean rows = statement.execute();
		while (rows || statement.getUpdateCount() != -1) {
			if (rows) {
				last = statement.getResultSet();
			}
			rows = statement.getMoreResults(Statement.KEEP_CURRENT_RESULT);
		}
		return last;
	}

	/**
	 * Read the number that is all there is.
	 */
	static int count(ResultSet rows) throws SQLException {
		rows.next();
		return rows.getInt(1);
	}

	/**
	 * Reads rows.
	 *
	 * @param <R> the result
	 */
	interface Rows<R extends @Nullable Object> {

		R read(ResultSet rows) throws SQLException;

	}

}
