package io.istos.storage.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;

import io.istos.storage.postgres.PostgresSettings.InitializeSchema;

/**
 * Sees to it that the tables are there before they are used: looks first, then creates
 * what is missing. Safe when many nodes start at once on an empty database.
 */
final class SchemaInitializer {

	private static final int LOCK_ID = 0x1570_5;

	private static final int ATTEMPTS = 3;

	private final OwnTransactions transactions;

	private final PostgresSettings settings;

	private final Sql sql;

	private final String look;

	private final ReentrantLock lock = new ReentrantLock();

	private volatile boolean ready;

	private @Nullable SQLException failure;

	private long failedAt;

	SchemaInitializer(OwnTransactions transactions, PostgresSettings settings, Sql sql) {
		this.transactions = transactions;
		this.settings = settings;
		this.sql = sql;
		this.look = sql.transaction("look");
	}

	/**
	 * Look, and create what is missing, unless it was found ready before.
	 * @throws PostgresSetupException if a person is needed
	 */
	void ensureReady() throws SQLException {
		if (this.ready) {
			return;
		}
		long asked = System.nanoTime();
		this.lock.lock();
		try {
			if (!this.ready) {
				failAsOthersDid(asked);
				prepare();
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	/** Else callers would run into the same time-out one after the other. */
	private void failAsOthersDid(long asked) throws SQLException {
		if (this.failure != null && this.failedAt - asked > 0) {
			throw this.failure;
		}
	}

	private void prepare() throws SQLException {
		try {
			this.transactions.repeatable(this::prepare);
			this.failure = null;
			this.ready = true;
		}
		catch (SQLException ex) {
			this.failure = ex;
			this.failedAt = System.nanoTime();
			throw ex;
		}
	}

	/** Look again at the next use: a table has vanished. */
	void forget() {
		this.ready = false;
	}

	private Boolean prepare(Connection connection) throws SQLException {
		checkProduct(connection);
		SchemaLook found = look(connection);
		for (int attempt = 1; found.incomplete() && attempt <= ATTEMPTS; attempt++) {
			create(connection, found, attempt == ATTEMPTS);
			found = look(connection);
		}
		if (found.incomplete()) {
			throw missing(found, "Another program drops them at the same time.", null);
		}
		return true;
	}

	private void checkProduct(Connection connection) throws SQLException {
		String product = connection.getMetaData().getDatabaseProductName();
		if (!"PostgreSQL".equals(product)) {
			throw new PostgresSetupException("Istos needs PostgreSQL, but the DataSource leads to " + product + ".",
					"Point it to PostgreSQL, mark the right one of several with @IstosDataSource, or set "
							+ "istos.storage.type=memory for a single process without durability.",
					null);
		}
	}

	private SchemaLook look(Connection connection) throws SQLException {
		SchemaLook found = SchemaLook.at(connection, this.look, this.settings.schema());
		if (found.serverTooOld()) {
			throw new PostgresSetupException(
					"Istos needs PostgreSQL 14 or later, but this server is " + found.server() / 10_000 + ".",
					"Upgrade the server.", null);
		}
		String damage = found.damage();
		if (damage != null) {
			throw new PostgresSetupException(damage + " in schema '" + this.settings.schema() + "'.",
					"Compare it with schema-postgresql.sql and add what is missing; nothing is altered for you.", null);
		}
		return found;
	}

	private void create(Connection connection, SchemaLook found, boolean last) throws SQLException {
		if (this.settings.initializeSchema() == InitializeSchema.NEVER) {
			throw missing(found, "initialize-schema is 'never'.", null);
		}
		try (Statement statement = connection.createStatement()) {
			statement.execute(script(found.schema()));
		}
		catch (SQLException ex) {
			rollback(connection);
			if (SqlStates.NO_PRIVILEGE.equals(SqlStates.of(ex))) {
				throw missing(found, "The database user may not create them (" + ex.getMessage() + ").", ex);
			}
			if (last || !SqlStates.createdMeanwhile(ex)) {
				throw ex;
			}
		}
	}

	private static void rollback(Connection connection) throws SQLException {
		try (Statement statement = connection.createStatement()) {
			statement.execute("ROLLBACK");
		}
	}

	/** Creating a schema takes a right on the database even if the schema exists. */
	String script(boolean schemaExists) {
		String tables = this.sql.statement("schema-postgresql");
		if (schemaExists) {
			tables = tables.substring(tables.indexOf(';') + 1);
		}
		return """
				BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE;
				SET LOCAL statement_timeout = '60s';
				SET LOCAL lock_timeout = '30s';
				SELECT pg_advisory_xact_lock(%d, hashtext('%s'));
				%s
				COMMIT""".formatted(LOCK_ID, this.settings.schema(), tables);
	}

	private PostgresSetupException missing(SchemaLook found, String why, @Nullable SQLException cause) {
		return new PostgresSetupException(
				"Istos's tables are missing in schema '" + this.settings.schema() + "': "
						+ String.join(", ", found.missing()) + ". " + why,
				"Run this as a user who may create them, and grant the application's user USAGE on the schema and "
						+ "sequence, and SELECT, INSERT, UPDATE and DELETE on the tables:\n\n"
						+ this.sql.read("schema-postgresql"),
				cause);
	}

}
