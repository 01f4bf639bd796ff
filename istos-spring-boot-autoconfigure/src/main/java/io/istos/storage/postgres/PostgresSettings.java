package io.istos.storage.postgres;

import java.time.Duration;
import java.util.regex.Pattern;

/**
 * How the adapter for PostgreSQL works.
 *
 * @param schema the schema of Istos's tables: lower-case letters, digits and underscores
 * @param initializeSchema whether missing tables are created
 * @param reservedConnections how many connections Istos keeps for its own short
 * transactions, at least 2: one serves renewals alone
 * @param connectionTimeout how long to wait for one of them
 * @param statementTimeout how long one of Istos's own statements may take
 * @param lockTimeout how long one of them may wait for a lock. Only schema changes and
 * the like are ever waited for, never a row
 */
public record PostgresSettings(String schema, InitializeSchema initializeSchema, int reservedConnections,
		Duration connectionTimeout, Duration statementTimeout, Duration lockTimeout) {

	private static final Pattern NAME = Pattern.compile("(?!pg_)[a-z_][a-z0-9_]{0,62}");

	/**
	 * Validate.
	 * @throws IllegalArgumentException if a setting makes no sense
	 */
	public PostgresSettings {
		if (!NAME.matcher(schema).matches()) {
			throw new IllegalArgumentException("The schema must match " + NAME + ", but is '" + schema + "'");
		}
		if (reservedConnections < 2) {
			throw new IllegalArgumentException(
					"At least 2 reserved connections are needed, one of them for renewals alone, but "
							+ reservedConnections + " are configured");
		}
		checkTimeout("connection", connectionTimeout);
		checkTimeout("statement", statementTimeout);
		checkTimeout("lock", lockTimeout);
	}

	private static void checkTimeout(String what, Duration timeout) {
		if (timeout.toMillis() < 250 || timeout.toMillis() > 600_000) {
			throw new IllegalArgumentException(
					"The " + what + " time-out must lie between 250ms and 10m, but is " + timeout);
		}
	}

	/**
	 * The defaults: schema {@code istos}, created when missing.
	 * @return the defaults
	 */
	public static PostgresSettings defaults() {
		return new PostgresSettings("istos", InitializeSchema.AUTO, 2, Duration.ofSeconds(5), Duration.ofSeconds(5),
				Duration.ofSeconds(2));
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
