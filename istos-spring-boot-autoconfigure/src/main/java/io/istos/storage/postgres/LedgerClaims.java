package io.istos.storage.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

import io.istos.storage.Claim;
import io.istos.storage.ClaimRequest;
import io.istos.storage.ClaimToken;
import io.istos.storage.Completion;

/**
 * The steps of claims inside the caller's transaction.
 */
final class LedgerClaims {

	private static final int MOST_COMPLETIONS = 50;

	private final LedgerConnection ledger;

	private final StepStatement<ClaimRequest, Optional<Claim>> claim;

	private final String lock;

	private final String complete;

	LedgerClaims(LedgerConnection ledger, Sql sql) {
		this.ledger = ledger;
		this.claim = StepStatement.inTransaction(Steps.CLAIM_IN_TRANSACTION, sql);
		this.lock = sql.statement("lock");
		this.complete = sql.statement("complete-in-transaction");
	}

	Optional<Claim> claim(ClaimRequest request) throws SQLException {
		return this.ledger.run((connection) -> this.claim.execute(connection, List.of(request)).get(0));
	}

	boolean lock(ClaimToken token) throws SQLException {
		return this.ledger.run((connection) -> lock(connection, token));
	}

	private boolean lock(Connection connection, ClaimToken token) throws SQLException {
		try (PreparedStatement statement = connection.prepareStatement(this.lock)) {
			bind(statement, 1, token);
			try (ResultSet row = statement.executeQuery()) {
				return row.next();
			}
		}
	}

	/** One round trip for all: the same statement, as often as there are completions. */
	void complete(List<Completion> completions) throws SQLException {
		Comparator<Completion> order = Comparator.comparing((completion) -> completion.token().key());
		for (List<Completion> part : Parts.of(completions, order, MOST_COMPLETIONS)) {
			this.ledger.runOrDoom((connection) -> complete(connection, part));
		}
	}

	private Boolean complete(Connection connection, List<Completion> completions) throws SQLException {
		String sql = String.join(";\n", Collections.nCopies(completions.size(), this.complete));
		try (PreparedStatement statement = connection.prepareStatement(sql)) {
			int index = 1;
			for (Completion completion : completions) {
				statement.setString(index++, Steps.letter(completion.outcome()));
				statement.setString(index++, completion.outcome().json());
				statement.setLong(index++, completion.retention().toMillis());
				index = bind(statement, index, completion.token());
			}
			return Results.read(statement, ResultSet::next);
		}
	}

	private static int bind(PreparedStatement statement, int first, ClaimToken token) throws SQLException {
		int index = first;
		statement.setString(index++, token.key().namespace());
		statement.setString(index++, token.key().operation());
		statement.setString(index++, token.key().key());
		statement.setObject(index++, token.owner());
		statement.setLong(index++, token.epoch());
		return index;
	}

}
