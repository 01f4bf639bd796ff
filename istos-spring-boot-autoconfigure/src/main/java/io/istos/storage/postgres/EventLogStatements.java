package io.istos.storage.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import io.istos.storage.LogEntry;

/**
 * The event log.
 */
final class EventLogStatements {

	private final String log;

	private final String logInTransaction;

	private final String read;

	private final String purge;

	private final OwnTransactions own;

	private final LedgerConnection ledger;

	EventLogStatements(Sql sql, OwnTransactions own, LedgerConnection ledger) {
		this.log = sql.transaction("log");
		this.logInTransaction = sql.statement("log");
		this.read = sql.transaction("get-log");
		this.purge = sql.transaction("purge-log");
		this.own = own;
		this.ledger = ledger;
	}

	/** Not repeatable: nothing would tell the second entry from the first. */
	void log(Entry entry) throws SQLException {
		this.own.once((connection) -> log(connection, this.log, entry));
	}

	void logInTransaction(Entry entry) throws SQLException {
		this.ledger.run((connection) -> log(connection, this.logInTransaction, entry));
	}

	private static Boolean log(Connection connection, String sql, Entry entry) throws SQLException {
		try (PreparedStatement statement = connection.prepareStatement(sql)) {
			statement.setString(1, entry.namespace());
			statement.setString(2, entry.key());
			statement.setString(3, entry.idempotencyKey());
			statement.setString(4, entry.value());
			statement.execute();
			return true;
		}
	}

	List<LogEntry> read(String namespace, String key, int limit) throws SQLException {
		return this.own.repeatable((connection) -> {
			try (PreparedStatement statement = connection.prepareStatement(this.read)) {
				statement.setString(1, namespace);
				statement.setString(2, key);
				statement.setInt(3, limit);
				return Results.read(statement, EventLogStatements::entries);
			}
		});
	}

	private static List<LogEntry> entries(ResultSet rows) throws SQLException {
		List<LogEntry> entries = new ArrayList<>();
		while (rows.next()) {
			entries.add(new LogEntry(rows.getLong("id"), rows.getString("key"), rows.getString("idempotency_key"),
					rows.getString("value"), Objects.requireNonNull(ClaimReader.instant(rows, "at"))));
		}
		return entries;
	}

	int purge(Duration retention, int batchSize) throws SQLException {
		return this.own.repeatable((connection) -> {
			try (PreparedStatement statement = connection.prepareStatement(this.purge)) {
				statement.setLong(1, retention.toMillis());
				statement.setInt(2, batchSize);
				return Results.read(statement, Results::count);
			}
		});
	}

	/**
	 * An entry to append.
	 *
	 * @param namespace the namespace
	 * @param key the key of the log
	 * @param value the value, if any
	 * @param idempotencyKey the idempotency key, if any
	 */
	record Entry(String namespace, String key, @Nullable String value, @Nullable String idempotencyKey) {

		Entry {
			Storable.checkText("namespace", namespace);
			Storable.checkText("key", key);
			Storable.checkText("value", value);
			Storable.checkText("idempotency key", idempotencyKey);
		}

	}

}
