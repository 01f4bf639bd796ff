package io.istos.storage.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import io.istos.storage.postgres.Step.Field;

/**
 * Runs a step: for one item with plain parameters, for many with one JSON parameter.
 *
 * @param <Q> an item
 * @param <A> an answer
 */
final class StepStatement<Q, A> {

	private final Step<Q, A> step;

	private final String single;

	private final String batch;

	private StepStatement(Step<Q, A> step, String statement, UnaryOperator<String> frame) {
		this.step = step;
		this.single = frame.apply(statement.replace("{items}", plainItem()));
		this.batch = frame.apply(statement.replace("{items}", jsonItems()));
	}

	/**
	 * As a transaction of its own.
	 */
	static <Q, A> StepStatement<Q, A> own(Step<Q, A> step, Sql sql) {
		return new StepStatement<>(step, sql.statement(step.name()), sql::inTransaction);
	}

	/**
	 * In a transaction that is open already.
	 */
	static <Q, A> StepStatement<Q, A> inTransaction(Step<Q, A> step, Sql sql) {
		return new StepStatement<>(step, sql.statement(step.name()), UnaryOperator.identity());
	}

	String batchSql() {
		return this.batch;
	}

	private String plainItem() {
		return this.step.fields()
			.stream()
			.map((field) -> "?::" + field.type() + " AS " + field.name())
			.collect(Collectors.joining(", ", "SELECT 0 AS n, ", ""));
	}

	private String jsonItems() {
		return this.step.fields()
			.stream()
			.map((field) -> field.name() + " " + field.type())
			.collect(Collectors.joining(", ", "SELECT * FROM json_to_recordset(?::json) AS i(n int, ", ") ORDER BY n"));
	}

	/**
	 * Run the step.
	 * @param items the items, sorted by key, no key twice
	 * @return one answer for each, in order
	 */
	List<A> execute(Connection connection, List<Q> items) throws SQLException {
		try (PreparedStatement statement = connection
			.prepareStatement((items.size() == 1) ? this.single : this.batch)) {
			if (items.size() == 1) {
				bind(statement, items.get(0));
			}
			else {
				statement.setString(1, json(items));
			}
			List<A> answers = Results.read(statement, this::answers);
			if (answers.size() != items.size()) {
				throw new SQLException(
						answers.size() + " answers to " + items.size() + " items of " + this.step.name());
			}
			return answers;
		}
	}

	/**
	 * Run a step that has any number of answers.
	 */
	List<A> list(Connection connection, Q item) throws SQLException {
		try (PreparedStatement statement = connection.prepareStatement(this.single)) {
			bind(statement, item);
			return Results.read(statement, this::answers);
		}
	}

	private void bind(PreparedStatement statement, Q item) throws SQLException {
		int index = 1;
		for (Field<Q> field : this.step.fields()) {
			set(statement, index++, field.value().apply(item));
		}
	}

	private static void set(PreparedStatement statement, int index, @Nullable Object value) throws SQLException {
		if (value instanceof Long number) {
			statement.setLong(index, number);
		}
		else if (value instanceof Boolean flag) {
			statement.setBoolean(index, flag);
		}
		else if (value instanceof UUID) {
			statement.setObject(index, value);
		}
		else {
			statement.setString(index, (String) value);
		}
	}

	private String json(List<Q> items) {
		Json json = new Json();
		for (int n = 0; n < items.size(); n++) {
			json.beginObject();
			json.field("n", n);
			for (Field<Q> field : this.step.fields()) {
				json.field(field.name(), field.value().apply(items.get(n)));
			}
			json.endObject();
		}
		return json.toString();
	}

	private List<A> answers(ResultSet rows) throws SQLException {
		List<A> answers = new ArrayList<>();
		while (rows.next()) {
			answers.add(this.step.reader().read(rows));
		}
		return answers;
	}

}
