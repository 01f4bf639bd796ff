package io.istos.storage.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.istos.storage.Document;
import io.istos.storage.DocumentChange;
import io.istos.storage.EntryKey;

/**
 * Changes documents under a row lock, for which it waits: on a connection of its own, so
 * that nobody else does.
 */
final class LockedDocuments {

	private final OwnTransactions transactions;

	private final String begin;

	private final String lock;

	private final String door;

	private final String write;

	private final long idleMillis;

	/**
	 * Create.
	 * @param idle how long the change may take: shorter than others wait for the lock, so
	 * that a process that stops here does not stop them
	 */
	LockedDocuments(OwnTransactions transactions, Sql sql, Duration idle) {
		this.transactions = transactions;
		this.lock = sql.statement("lock-document");
		this.begin = sql.opening(sql.statement("limit-idleness") + ";\n" + this.lock);
		this.door = sql.statement("lock-absent-document") + ";\n" + this.lock;
		this.write = sql.closing(sql.statement("write-locked-document"));
		this.idleMillis = idle.toMillis();
	}

	Document update(EntryKey key, DocumentChange change) throws SQLException {
		return this.transactions.once((connection) -> {
			String after = change.apply(lock(connection, key));
			Storable.checkJson("document", after);
			return new Document(after, write(connection, key, after));
		});
	}

	/** Lock the row or, if there is none, the right to create it. */
	private @Nullable String lock(Connection connection, EntryKey key) throws SQLException {
		try (PreparedStatement statement = connection.prepareStatement(this.begin)) {
			statement.setLong(1, this.idleMillis);
			String before = read(statement, 2, key);
			return (before != null) ? before : lockAbsent(connection, key);
		}
	}

	private @Nullable String lockAbsent(Connection connection, EntryKey key) throws SQLException {
		try (PreparedStatement statement = connection.prepareStatement(this.door)) {
			return read(statement, bind(statement, 1, key), key);
		}
	}

	private static @Nullable String read(PreparedStatement statement, int first, EntryKey key) throws SQLException {
		bind(statement, first, key);
		return Results.<@Nullable String>read(statement, (rows) -> rows.next() ? rows.getString("value") : null);
	}

	private long write(Connection connection, EntryKey key, String value) throws SQLException {
		try (PreparedStatement statement = connection.prepareStatement(this.write)) {
			statement.setString(bind(statement, 1, key), value);
			return Results.read(statement, LockedDocuments::version);
		}
	}

	private static long version(ResultSet rows) throws SQLException {
		rows.next();
		return rows.getLong("version");
	}

	private static int bind(PreparedStatement statement, int first, EntryKey key) throws SQLException {
		statement.setString(first, key.namespace());
		statement.setString(first + 1, key.key());
		return first + 2;
	}

}
