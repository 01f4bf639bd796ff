package io.istos.storage.postgres;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

import io.istos.storage.ClaimKey;
import io.istos.storage.Outcome;

/**
 * Reads and purges outcomes.
 */
final class OutcomeStatements {

	private final String check;

	private final String purge;

	private final OwnTransactions own;

	OutcomeStatements(Sql sql, OwnTransactions own) {
		this.check = sql.transaction("check");
		this.purge = sql.transaction("purge");
		this.own = own;
	}

	Optional<Outcome> check(ClaimKey key) throws SQLException {
		return this.own.repeatable((connection) -> {
			try (PreparedStatement statement = connection.prepareStatement(this.check)) {
				statement.setString(1, key.namespace());
				statement.setString(2, key.operation());
				statement.setString(3, key.key());
				return Results.read(statement, OutcomeStatements::outcome);
			}
		});
	}

	private static Optional<Outcome> outcome(ResultSet rows) throws SQLException {
		return rows.next() ? Optional.of(ClaimReader.outcome(rows)) : Optional.empty();
	}

	int purge(int batchSize) throws SQLException {
		return this.own.repeatable((connection) -> {
			try (PreparedStatement statement = connection.prepareStatement(this.purge)) {
				statement.setInt(1, batchSize);
				return Results.read(statement, Results::count);
			}
		});
	}

}
