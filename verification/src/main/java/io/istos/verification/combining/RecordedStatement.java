package io.istos.verification.combining;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;

/**
 * A statement of the adapter for a single item, frame and all, to be sent at once and
 * alone over a pool.
 */
final class RecordedStatement {

	private static final Pattern PARAMETER = Pattern.compile("\\?::\\w+ AS (\\w+)");

	private final DataSource pool;

	private final String sql;

	private final List<String> parameters;

	RecordedStatement(DataSource pool, String sql) {
		this.pool = pool;
		this.sql = sql;
		this.parameters = PARAMETER.matcher(sql).results().map((MatchResult match) -> match.group(1)).toList();
	}

	<R> R execute(Map<String, Object> values, Reader<R> reader) {
		try (Connection connection = this.pool.getConnection();
				PreparedStatement statement = connection.prepareStatement(this.sql)) {
			for (int i = 0; i < this.parameters.size(); i++) {
				set(statement, i + 1, values.get(this.parameters.get(i)));
			}
			return read(statement, reader);
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static void set(PreparedStatement statement, int index, @Nullable Object value) throws SQLException {
		if (value instanceof Long number) {
			statement.setLong(index, number);
		}
		else if (value instanceof Boolean flag) {
			statement.setBoolean(index, flag);
		}
		else if (value instanceof String text) {
			statement.setString(index, text);
		}
		else if (value != null) {
			statement.setObject(index, value);
		}
		else {
			statement.setString(index, null);
		}
	}

	// The frame around the statement has results too; only the statement's has
	// answers.
	private static <R> R read(PreparedStatement statement, Reader<R> reader) throws SQLException {
		R answer = null;
		for (boolean rows = statement.execute(); rows
				|| statement.getUpdateCount() >= 0; rows = statement.getMoreResults()) {
			if (rows && statement.getMetaData() != null) {
				answer = read(statement.getResultSet(), reader, answer);
			}
		}
		if (answer == null) {
			throw new SQLException("No answer");
		}
		return answer;
	}

	private static <R> @Nullable R read(ResultSet rows, Reader<R> reader, @Nullable R former) throws SQLException {
		if (!rows.getMetaData().getColumnLabel(2).equals("answer") || !rows.next()) {
			return former;
		}
		return reader.read(rows);
	}

	/**
	 * Reads an answer.
	 *
	 * @param <R> the answer
	 */
	interface Reader<R> {

		R read(ResultSet row) throws SQLException;

	}

}
