package io.istos.storage.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicLong;

import com.zaxxer.hikari.HikariDataSource;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.DefaultTransactionDefinition;

import io.istos.storage.ClaimKey;
import io.istos.storage.LedgerTransaction;
import io.istos.storage.ScopeKey;
import io.istos.storage.StoragePlugin;
import io.istos.storage.contract.StorageFixture;
import io.istos.storage.contract.TestTransaction;
import io.istos.testing.TestDatabase;
import io.istos.transaction.LedgerTransactions;

/**
 * PostgreSQL for the contracts: one database, its tables emptied for every test.
 */
final class PostgresFixture implements StorageFixture {

	private final TestDatabase database = TestDatabase.create();

	private final HikariDataSource pool = this.database.hikari(10);

	private final PostgresStoragePlugin plugin = PostgresStoragePlugin.create(this.pool, PostgresSettings.defaults());

	private final PostgresStoragePlugin anotherNode = PostgresStoragePlugin.create(this.pool,
			PostgresSettings.defaults());

	/** On connections of its own, outside any transaction of the test. */
	private final JdbcTemplate jdbc = new JdbcTemplate(this.database.hikari(2));

	private final LedgerTransactions transactions = new LedgerTransactions(() -> this.pool);

	private final DataSourceTransactionManager manager = new DataSourceTransactionManager(this.pool);

	private final AtomicLong ends = new AtomicLong(-1_000_000);

	PostgresFixture() {
		this.manager.addListener(this.transactions.listener());
		this.plugin.prepare();
	}

	StorageFixture emptied() {
		this.jdbc.execute("TRUNCATE istos.istos_idempotency, istos.istos_lease, istos.istos_event_log, "
				+ "istos.istos_document, istos.istos_kv_store");
		return this;
	}

	@Override
	public StoragePlugin plugin() {
		return this.plugin;
	}

	@Override
	public StoragePlugin anotherNode() {
		return this.anotherNode;
	}

	@Override
	public void lapse(ClaimKey key) {
		update("deadline = clock_timestamp()", key);
	}

	@Override
	public void expire(ClaimKey key) {
		update("expires_at = clock_timestamp() + " + this.ends.incrementAndGet() + " * interval '1 ms'", key);
	}

	private void update(String change, ClaimKey key) {
		this.jdbc.update(
				"UPDATE istos.istos_idempotency SET " + change + " WHERE namespace = ? AND operation = ? AND key = ?",
				key.namespace(), key.operation(), key.key());
	}

	@Override
	public void lapse(ScopeKey scope) {
		this.jdbc.update(
				"UPDATE istos.istos_lease SET acquired_at = acquired_at - i.passed, deadline = deadline - i.passed "
						+ "FROM (SELECT ? * interval '1 ms' AS passed) i WHERE namespace = ? AND scope = ?",
				LEASE.toMillis(), scope.namespace(), scope.scope());
	}

	@Override
	public void ageLog() {
		this.jdbc.update("UPDATE istos.istos_event_log SET at = at - ? * interval '1 ms'", RETENTION.toMillis());
	}

	@Override
	public void delete(ScopeKey scope) {
		this.jdbc.update("DELETE FROM istos.istos_lease WHERE namespace = ? AND scope = ?", scope.namespace(),
				scope.scope());
	}

	@Override
	public TestTransaction begin() {
		return new Transaction(this.manager
			.getTransaction(new DefaultTransactionDefinition(TransactionDefinition.PROPAGATION_REQUIRES_NEW)));
	}

	void shutDown() {
		this.plugin.close();
		this.anotherNode.close();
		this.database.close();
	}

	private final class Transaction implements TestTransaction {

		private final TransactionStatus status;

		private final LedgerTransaction ledger;

		private Transaction(TransactionStatus status) {
			this.status = status;
			this.ledger = java.util.Objects.requireNonNull(PostgresFixture.this.transactions.current());
		}

		@Override
		public LedgerTransaction ledger() {
			return this.ledger;
		}

		@Override
		public Object savepoint() {
			return this.status.createSavepoint();
		}

		@Override
		public void rollbackTo(Object savepoint) {
			this.status.rollbackToSavepoint(savepoint);
		}

		@Override
		public void commit() {
			PostgresFixture.this.manager.commit(this.status);
		}

		@Override
		public void rollback() {
			PostgresFixture.this.manager.rollback(this.status);
		}

		@Override
		public void breakAtCommit() {
			Connection connection = DataSourceUtils.getConnection(PostgresFixture.this.pool);
			try {
				connection.abort(Runnable::run);
				commit();
			}
			catch (SQLException | RuntimeException ex) {
				// That is the point.
			}
		}

		@Override
		public void close() {
			if (!this.status.isCompleted()) {
				rollback();
			}
		}

	}

}
