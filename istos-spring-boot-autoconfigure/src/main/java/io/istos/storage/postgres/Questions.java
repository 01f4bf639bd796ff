package io.istos.storage.postgres;

import java.sql.SQLException;

/**
 * Asks the database: sees to the schema first, and translates failures.
 */
final class Questions {

	private final SchemaInitializer schema;

	Questions(SchemaInitializer schema) {
		this.schema = schema;
	}

	/**
	 * Ask.
	 * @param what what is asked, as in "could not ... operation"
	 * @param operation the operation
	 */
	<R> R ask(String what, String operation, Question<R> question) {
		try {
			this.schema.ensureReady();
			return question.ask();
		}
		catch (SQLException ex) {
			if (SqlStates.missing(ex)) {
				this.schema.forget();
			}
			throw Failures.of(what, operation, ex);
		}
	}

	/**
	 * Ask without an answer.
	 */
	void tell(String what, String operation, Command command) {
		ask(what, operation, () -> {
			command.run();
			return true;
		});
	}

	/**
	 * A question without an answer.
	 */
	interface Command {

		void run() throws SQLException;

	}

	/**
	 * A question.
	 *
	 * @param <R> the answer
	 */
	interface Question<R> {

		R ask() throws SQLException;

	}

}
