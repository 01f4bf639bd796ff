package io.istos.storage.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * A share of the reserved connections. Lanes can't starve each other.
 */
final class Lane {

	private final ConnectionSource connections;

	private final Semaphore permits;

	private final Duration timeout;

	Lane(ConnectionSource connections, int width, Duration timeout) {
		this.connections = connections;
		this.permits = new Semaphore(width, true);
		this.timeout = timeout;
	}

	void enter(Uninterrupted shield) throws SQLException {
		long end = System.nanoTime() + this.timeout.toNanos();
		while (true) {
			try {
				if (this.permits.tryAcquire(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
					return;
				}
				throw new SQLException("Every reserved connection was busy for " + this.timeout);
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
				shield.clear();
			}
		}
	}

	void leave() {
		this.permits.release();
	}

	Connection open(Uninterrupted shield) throws SQLException {
		while (true) {
			try {
				return this.connections.open();
			}
			catch (SQLException ex) {
				if (!shield.clear()) {
					throw ex;
				}
			}
		}
	}

	void discard(Connection connection) throws SQLException {
		this.connections.discard(connection);
	}

}
