package io.istos.storage.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

import io.istos.storage.LeaseFence;
import io.istos.storage.LeaseToken;

/**
 * The steps of leases inside the caller's transaction.
 */
final class LedgerLeases {

	private static final int MOST_FENCES = 50;

	private static final long MOST_MILLIS = Integer.MAX_VALUE;

	private final LedgerConnection ledger;

	private final String hold;

	private final String limitIdleness;

	private final String fence;

	private final String checkpoint;

	LedgerLeases(LedgerConnection ledger, Sql sql) {
		this.ledger = ledger;
		this.hold = sql.statement("hold-lease");
		this.limitIdleness = sql.statement("limit-idleness");
		this.fence = sql.statement("fence-lease");
		this.checkpoint = sql.statement("checkpoint-lease");
	}

	boolean hold(LeaseToken token) throws SQLException {
		return this.ledger.run((connection) -> hold(connection, token));
	}

	private boolean hold(Connection connection, LeaseToken token) throws SQLException {
		try (PreparedStatement statement = connection.prepareStatement(this.hold)) {
			bind(statement, 1, token);
			return Results.read(statement, ResultSet::next);
		}
	}

	/** One round trip for all: a statement for each, behind the limit for the lot. */
	void fence(List<LeaseFence> fences) throws SQLException {
		Comparator<LeaseFence> order = Comparator.comparing((fence) -> fence.token().key());
		for (List<LeaseFence> part : Parts.of(fences, order, MOST_FENCES)) {
			this.ledger.runOrDoom((connection) -> fence(connection, part));
		}
	}

	private Boolean fence(Connection connection, List<LeaseFence> fences) throws SQLException {
		String statements = fences.stream()
			.map((fence) -> (fence.checkpoint() != null) ? this.checkpoint : this.fence)
			.collect(Collectors.joining(";\n"));
		try (PreparedStatement statement = connection.prepareStatement(this.limitIdleness + ";\n" + statements)) {
			statement.setLong(1, shortestMillis(fences));
			int index = 2;
			for (LeaseFence fence : fences) {
				index = bind(statement, index, fence);
			}
			return Results.read(statement, ResultSet::next);
		}
	}

	private static long shortestMillis(List<LeaseFence> fences) {
		return fences.stream().mapToLong((fence) -> fence.ttl().toMillis()).reduce(MOST_MILLIS, Math::min);
	}

	private static int bind(PreparedStatement statement, int first, LeaseFence fence) throws SQLException {
		int index = bind(statement, first, fence.token());
		statement.setBoolean(index++, fence.held());
		if (fence.checkpoint() != null) {
			statement.setLong(index++, fence.ttl().toMillis());
			statement.setString(index++, fence.checkpoint());
		}
		return index;
	}

	static int bind(PreparedStatement statement, int first, LeaseToken token) throws SQLException {
		int index = first;
		statement.setString(index++, token.key().namespace());
		statement.setString(index++, token.key().scope());
		statement.setObject(index++, token.owner());
		statement.setLong(index++, token.epoch());
		return index;
	}

}
