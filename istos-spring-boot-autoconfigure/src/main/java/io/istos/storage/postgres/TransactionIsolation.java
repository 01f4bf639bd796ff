package io.istos.storage.postgres;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

import org.jspecify.annotations.Nullable;

import io.istos.storage.TransactionParticipant;

/**
 * The isolation of a transaction, asked for once. With {@code SHOW}: a {@code SELECT}
 * would fix the snapshot.
 */
final class TransactionIsolation implements TransactionParticipant {

	private @Nullable Boolean snapshot;

	boolean isSnapshot(LedgerConnection ledger) throws SQLException {
		if (this.snapshot == null) {
			this.snapshot = ledger.run(TransactionIsolation::ask);
		}
		return this.snapshot;
	}

	private static Boolean ask(Connection connection) throws SQLException {
		try (Statement statement = connection.createStatement();
				ResultSet row = statement.executeQuery("SHOW transaction_isolation")) {
			row.next();
			return !row.getString(1).startsWith("read ");
		}
	}

}
