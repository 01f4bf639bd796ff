package io.istos.storage.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

import javax.sql.DataSource;

import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.support.ResourceHolderSupport;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import io.istos.TransactionRequiredException;

/**
 * The connection of the caller's transaction, on the current thread. No transaction
 * time-out is applied: Spring's would throw a {@code TransactionException}, upon which
 * some managers commit.
 */
final class LedgerConnection {

	private final DataSource ledger;

	LedgerConnection(DataSource ledger) {
		this.ledger = ledger;
	}

	<R> R run(OwnTransactions.Work<R> work) throws SQLException {
		require(TransactionSynchronizationManager.hasResource(this.ledger));
		Connection connection = connection();
		try {
			require(!connection.getAutoCommit());
			return work.in(connection);
		}
		finally {
			DataSourceUtils.releaseConnection(connection, this.ledger);
		}
	}

	/**
	 * Run work that tells a loss by a division by zero, and see to it that the
	 * transaction doesn't commit then. Neither driver nor manager tell whoever swallows
	 * the exception and commits that nothing was. The driver's {@code autosave} mode
	 * would even undo the failed statement alone, and leave a transaction that commits.
	 */
	<R> R runOrDoom(OwnTransactions.Work<R> work) throws SQLException {
		return run((connection) -> {
			try {
				return work.in(connection);
			}
			catch (SQLException ex) {
				doom(connection, SqlStates.isDivisionByZero(ex));
				throw ex;
			}
		});
	}

	private void doom(Connection connection, boolean lost) throws SQLException {
		if (lost) {
			setRollbackOnly();
		}
		if (answers(connection)) {
			connection.rollback();
		}
	}

	private static boolean answers(Connection connection) {
		try (Statement statement = connection.createStatement()) {
			return statement.execute("SELECT 1");
		}
		catch (SQLException ex) {
			return false;
		}
	}

	private void setRollbackOnly() {
		if (TransactionSynchronizationManager.getResource(this.ledger) instanceof ResourceHolderSupport holder) {
			holder.setRollbackOnly();
		}
	}

	private static void require(boolean transaction) {
		if (!transaction) {
			throw new TransactionRequiredException(
					"The current thread has no open transaction on the ledger's DataSource");
		}
	}

	private Connection connection() throws SQLException {
		try {
			return DataSourceUtils.getConnection(this.ledger);
		}
		catch (CannotGetJdbcConnectionException ex) {
			throw (ex.getCause() instanceof SQLException cause) ? cause : new SQLException(ex.getMessage(), ex);
		}
	}

}
