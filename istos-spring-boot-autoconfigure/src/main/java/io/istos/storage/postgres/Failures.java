package io.istos.storage.postgres;

import java.sql.SQLException;
import java.time.Duration;

import io.istos.StorageUnavailableException;

/**
 * Turns failures of SQL into the exception that callers see.
 */
final class Failures {

	private static final Duration AT_ONCE = Duration.ofMillis(100);

	private Failures() {
	}

	/**
	 * Translate.
	 * @param what what was asked, as in "could not ..."
	 */
	static StorageUnavailableException of(String what, SQLException ex) {
		String state = SqlStates.of(ex);
		String shown = state.isEmpty() ? "" : " (SQLSTATE " + state + ")";
		boolean passing = SqlStates.rolledBack(ex) || state.equals("55P03");
		return new StorageUnavailableException(
				"Could not " + what + ": " + Discreet.firstLine(ex) + shown + ". " + remedy(state), Discreet.of(ex),
				passing ? AT_ONCE : StorageUnavailableException.SOON);
	}

	private static String remedy(String state) {
		return switch (state) {
			case "40001", "40P01" -> "Other transactions got in the way; try again.";
			case "55P03" -> "Somebody holds a lock on the table, perhaps a migration; try again.";
			case "25P03" -> "The change took too long while the document was locked; leave slow work out of it.";
			case "57014" -> "The database is slow, or the statement time-out of Istos is too short.";
			case "42P01", "3F000", "42703" -> "Run Istos's schema-postgresql.sql, or let initialize-schema create it.";
			case "42501" -> "Grant the database user what Istos needs on its schema, tables and sequence.";
			case "25006" -> "This server is read-only; connect to the primary.";
			case "25P02" -> "The transaction had failed before; look for its first error.";
			default -> otherRemedy(state);
		};
	}

	private static String otherRemedy(String state) {
		if (state.startsWith("22") || state.startsWith("23")) {
			return "A value can't be stored.";
		}
		return "Check that the database answers and has connections to spare.";
	}

}
