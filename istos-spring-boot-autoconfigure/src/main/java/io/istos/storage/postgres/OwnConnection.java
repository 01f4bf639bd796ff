package io.istos.storage.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;

import org.jspecify.annotations.Nullable;

/**
 * A reserved connection in use. It goes back without an open transaction, or not at all:
 * after an error inside {@code BEGIN ... COMMIT} the server skipped the COMMIT, and the
 * pool doesn't notice.
 */
final class OwnConnection {

	private static final int ALIVE_SECONDS = 2;

	private final Lane lane;

	private final Connection connection;

	private final int socketTimeout;

	OwnConnection(Lane lane, Connection connection, int socketTimeout) {
		this.lane = lane;
		this.connection = connection;
		this.socketTimeout = socketTimeout;
	}

	<R> R run(OwnTransactions.Work<R> work) throws SQLException {
		R result;
		try {
			prepare();
			result = work.in(this.connection);
		}
		catch (SQLException | RuntimeException | Error ex) {
			giveBack(ex);
			throw ex;
		}
		close(null);
		return result;
	}

	/** For pools whose settings are not ours. */
	private void prepare() throws SQLException {
		if (!this.connection.getAutoCommit()) {
			this.connection.setAutoCommit(true);
		}
		try {
			if (this.connection.getNetworkTimeout() == 0) {
				this.connection.setNetworkTimeout(Runnable::run, this.socketTimeout);
			}
		}
		catch (SQLFeatureNotSupportedException ex) {
			// Then the silence has no limit but the network's.
		}
	}

	boolean isAlive() throws SQLException {
		return this.connection.isValid(ALIVE_SECONDS);
	}

	private void giveBack(Throwable reason) {
		if (reason instanceof SQLException ex && SqlStates.connectionLost(ex)) {
			discard(reason);
			return;
		}
		try (Statement statement = this.connection.createStatement()) {
			statement.execute("ROLLBACK");
		}
		catch (SQLException ex) {
			reason.addSuppressed(ex);
			discard(reason);
			return;
		}
		close(reason);
	}

	/**
	 * Take the connection out of the pool: whoever gets it next would find it broken.
	 */
	void discard(@Nullable Throwable reason) {
		try {
			this.lane.discard(this.connection);
		}
		catch (SQLException ex) {
			suppress(reason, ex);
		}
		close(reason);
	}

	private void close(@Nullable Throwable reason) {
		try {
			this.connection.close();
		}
		catch (SQLException ex) {
			suppress(reason, ex);
		}
	}

	private static void suppress(@Nullable Throwable reason, SQLException ex) {
		if (reason != null) {
			reason.addSuppressed(ex);
		}
	}

}
