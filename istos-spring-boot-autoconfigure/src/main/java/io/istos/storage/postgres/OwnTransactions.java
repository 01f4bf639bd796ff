package io.istos.storage.postgres;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Runs Istos's own transactions on reserved connections: plain JDBC, since through
 * Spring's utilities they would keep the connection until the caller's transaction ends.
 */
final class OwnTransactions {

	private static final int MOST_ATTEMPTS = 5;

	private final Lane lane;

	private final int socketTimeout;

	OwnTransactions(Lane lane, PostgresSettings settings) {
		this.lane = lane;
		this.socketTimeout = Math.toIntExact(settings.socketTimeout().toMillis());
	}

	/**
	 * Run work that may be repeated when the answer was lost.
	 */
	<R> R repeatable(Work<R> work) throws SQLException {
		return run(work, true);
	}

	/**
	 * Run work that may not, unless the server said that nothing came of it.
	 */
	<R> R once(Work<R> work) throws SQLException {
		return run(work, false);
	}

	private <R> R run(Work<R> work, boolean repeatable) throws SQLException {
		try (Uninterrupted shield = new Uninterrupted()) {
			this.lane.enter(shield);
			try {
				return attempts(work, repeatable, shield);
			}
			finally {
				this.lane.leave();
			}
		}
	}

	private <R> R attempts(Work<R> work, boolean repeatable, Uninterrupted shield) throws SQLException {
		boolean lost = false;
		for (int attempt = 1;; attempt++) {
			shield.clear();
			OwnConnection connection = open(lost, shield);
			try {
				return connection.run(work);
			}
			catch (SQLException ex) {
				boolean lostNow = SqlStates.connectionLost(ex);
				boolean again = lostNow ? (repeatable || SqlStates.refused(ex)) && !lost
						: SqlStates.rolledBack(ex) && attempt < MOST_ATTEMPTS;
				if (!again) {
					throw ex;
				}
				lost |= lostNow;
			}
		}
	}

	/** Once one connection is lost, the pool may hold more that are. */
	private OwnConnection open(boolean checked, Uninterrupted shield) throws SQLException {
		OwnConnection connection = connect(shield);
		for (int i = 0; checked && !connection.isAlive() && i < MOST_ATTEMPTS; i++) {
			connection.discard(null);
			connection = connect(shield);
		}
		return connection;
	}

	private OwnConnection connect(Uninterrupted shield) throws SQLException {
		return new OwnConnection(this.lane, this.lane.open(shield), this.socketTimeout);
	}

	/**
	 * What to do on a connection.
	 *
	 * @param <R> the result
	 */
	interface Work<R> {

		R in(Connection connection) throws SQLException;

	}

}
