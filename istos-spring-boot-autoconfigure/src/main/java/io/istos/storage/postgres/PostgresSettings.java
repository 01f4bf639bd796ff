package io.istos.storage.postgres;

import java.time.Duration;
import java.util.regex.Pattern;

import io.istos.InvalidOptionException;

/**
 * How the adapter for PostgreSQL works.
 *
 * @param schema the schema of Istos's tables: lower-case letters, digits and underscores
 * @param initializeSchema whether missing tables are created
 * @param reservedConnections how many connections Istos keeps for its own short
 * transactions, each opened when it is needed, at least 3: one serves renewals alone, one
 * documents that are locked
 * @param connectionTimeout how long to wait for one of them
 * @param statementTimeout how long one of Istos's own statements may take
 * @param lockTimeout how long one of them may wait for a lock: of schema changes and the
 * like, and of a document that many write at once, but never of another row. And how long
 * to ask again while another transaction is on a row
 */
public record PostgresSettings(String schema, InitializeSchema initializeSchema, int reservedConnections,
		Duration connectionTimeout, Duration statementTimeout, Duration lockTimeout) {

	static final int FEWEST_CONNECTIONS = 3;

	static final String WHAT_FOR = "one for renewals alone and one for documents that are locked";

	private static final Pattern NAME = Pattern.compile("(?!pg_)[a-z_][a-z0-9_]{0,62}");

	/**
	 * Validate.
	 * @throws InvalidOptionException if a setting makes no sense
	 */
	public PostgresSettings {
		if (!NAME.matcher(schema).matches()) {
			throw new InvalidOptionException("No schema of Istos can have the name '" + schema + "'",
					"Choose one that matches " + NAME);
		}
		if (reservedConnections < FEWEST_CONNECTIONS) {
			throw new InvalidOptionException(reservedConnections + " reserved connections are too few",
					"Choose at least " + FEWEST_CONNECTIONS + ": " + WHAT_FOR);
		}
		checkTimeout("connection", connectionTimeout);
		checkTimeout("statement", statementTimeout);
		checkTimeout("lock", lockTimeout);
	}

	private static void checkTimeout(String what, Duration timeout) {
		if (timeout.toMillis() < 250 || timeout.toMillis() > 600_000) {
			throw new InvalidOptionException("The " + what + " time-out is " + timeout,
					"Choose a duration between 250ms and 10m");
		}
	}

	/**
	 * The defaults: schema {@code istos}, created when missing.
	 * @return the defaults
	 */
	public static PostgresSettings defaults() {
		return new PostgresSettings("istos", InitializeSchema.AUTO, FEWEST_CONNECTIONS, Duration.ofSeconds(5),
				Duration.ofSeconds(5), Duration.ofSeconds(2));
	}

	/**
	 * How many connections are for neither renewals nor locked documents.
	 */
	int combinedConnections() {
		return this.reservedConnections - 2;
	}

	/**
	 * How long the network may be silent: a little longer than the server may be busy.
	 */
	Duration socketTimeout() {
		return this.statementTimeout.plusSeconds(5);
	}

	/**
	 * How long to wait for the answer of a statement that another caller sends: a few
	 * times as long as that may take at worst.
	 */
	Duration patience() {
		return this.connectionTimeout.plus(socketTimeout()).multipliedBy(3);
	}

	/**
	 * Whether missing tables are created.
	 */
	public enum InitializeSchema {

		/**
		 * Look first, then create what is missing.
		 */
		AUTO,

		/**
		 * Only look: the tables come by a migration.
		 */
		NEVER

	}

}
