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
	 * @param what what is asked, as in "could not ..."
	 */
	<R> R ask(String what, Question<R> question) {
		try {
			this.schema.ensureReady();
			return question.ask();
		}
		catch (SQLException ex) {
			if (SqlStates.missing(ex)) {
				this.schema.forget();
			}
			throw Failures.of(what, ex);
		}
	}

	/**
	 * Look at the schema again, with the next question.
	 */
	void lookAgain() {
		this.schema.forget();
	}

	/**
	 * Ask without an answer.
	 */
	void tell(String what, Command command) {
		ask(what, () -> {
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
