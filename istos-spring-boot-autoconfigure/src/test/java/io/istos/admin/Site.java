package io.istos.admin;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.util.unit.DataSize;

import io.istos.KeyScope;
import io.istos.ResultCodec;
import io.istos.engine.DurableOperations;
import io.istos.engine.EngineSettings;
import io.istos.jackson.JacksonResultCodec;
import io.istos.storage.Claim;
import io.istos.storage.ClaimKey;
import io.istos.storage.ClaimRequest;
import io.istos.storage.ClaimState;
import io.istos.storage.ClaimToken;
import io.istos.storage.LogEntry;
import io.istos.storage.OperatorStore;
import io.istos.storage.Release;
import io.istos.storage.StoragePlugin;
import io.istos.storage.TakeOver;
import io.istos.storage.memory.InMemoryStoragePlugin;
import io.istos.storage.postgres.PostgresSettings;
import io.istos.storage.postgres.PostgresStoragePlugin;
import io.istos.testing.TestDatabase;
import io.istos.transaction.LedgerTransactions;

/**
 * An application with a business table, its engine, and its admin.
 */
abstract class Site implements AutoCloseable {

	static final String NAMESPACE = "shop";

	static final Duration LEASE = Duration.ofSeconds(20);

	static final Duration RETENTION = Duration.ofDays(7);

	final ResultCodec codec = new JacksonResultCodec(DataSize.ofMegabytes(1));

	final StoragePlugin store;

	final JdbcTemplate jdbc;

	final TransactionTemplate transaction;

	final DurableOperations operations;

	final DurableAdmin admin;

	@Nullable String tenant;

	Site(StoragePlugin store, DataSource dataSource) {
		this.store = store;
		this.jdbc = new JdbcTemplate(dataSource);
		this.jdbc.execute("CREATE TABLE business (id varchar(100))");
		LedgerTransactions transactions = new LedgerTransactions(() -> dataSource);
		JdbcTransactionManager manager = new JdbcTransactionManager(dataSource);
		manager.addListener(transactions.listener());
		this.transaction = new TransactionTemplate(manager);
		this.operations = new DurableOperations(store, this.codec, transactions, settings(), collaborators());
		this.admin = admin(null);
	}

	private static EngineSettings settings() {
		EngineSettings defaults = EngineSettings.defaults("node-1");
		return new EngineSettings(NAMESPACE, "node-1", defaults.boundary(), LEASE, RETENTION,
				defaults.completionTimeout(), defaults.shutdownTimeout(), defaults.purge());
	}

	private DurableOperations.Collaborators collaborators() {
		DurableOperations.Collaborators none = DurableOperations.Collaborators.none();
		KeyScope scope = () -> this.tenant;
		return new DurableOperations.Collaborators(() -> scope, none.resolvers(), none.traceId(), none.cipher(),
				none.listeners(), none.classLoader());
	}

	DurableAdmin admin(@Nullable KeyMask mask) {
		return new DurableAdmin(this.store, this.operations, this.codec,
				new AdminSettings(NAMESPACE, Duration.ofDays(3), mask));
	}

	static ClaimKey key(String operation, String key) {
		return new ClaimKey(NAMESPACE, operation, key);
	}

	static ClaimRequest request(ClaimKey key, TakeOver takeOver) {
		return new ClaimRequest(key, UUID.randomUUID(), null, LEASE, takeOver, "node-2", "trace-7");
	}

	/**
	 * A process of another node claims a key.
	 */
	ClaimToken claim(ClaimKey key) {
		ClaimRequest request = request(key, TakeOver.LAPSED);
		Claim claim = this.store.claimProcessed(request);
		if (claim.state() != ClaimState.CLAIMED) {
			throw new AssertionError("Not claimed: " + claim);
		}
		return request.token(claim.epoch());
	}

	/**
	 * It dies.
	 */
	ClaimToken abandon(String operation, String key) {
		ClaimToken token = claim(key(operation, key));
		lapse(token.key());
		return token;
	}

	void hold(String operation, String key, String error) {
		this.store.releaseClaim(new Release(claim(key(operation, key)), Release.Target.HELD, error, RETENTION));
	}

	int rows(String id) {
		return Objects
			.requireNonNull(this.jdbc.queryForObject("SELECT count(*) FROM business WHERE id = ?", Integer.class, id));
	}

	List<LogEntry> auditLog() {
		return this.store.getLog(NAMESPACE, OperatorStore.AUDIT_LOG, 100);
	}

	/**
	 * The latest entry, in canonical JSON.
	 */
	String lastAudit() {
		return Objects.requireNonNull(auditLog().get(0).value());
	}

	/**
	 * Let the deadline of a claim be now.
	 */
	abstract void lapse(ClaimKey key);

	@Override
	public void close() {
		this.operations.close();
	}

	static Site inMemory() {
		AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-01-01T00:00:00Z"));
		return new InMemory(now);
	}

	static Site onPostgres() {
		return new OnPostgres(TestDatabase.create());
	}

	private static final class InMemory extends Site {

		private final AtomicReference<Instant> now;

		InMemory(AtomicReference<Instant> now) {
			super(new InMemoryStoragePlugin(now::get),
					new DriverManagerDataSource("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1"));
			this.now = now;
		}

		@Override
		void lapse(ClaimKey key) {
			this.now.updateAndGet((instant) -> instant.plus(LEASE));
		}

	}

	static final class OnPostgres extends Site {

		final TestDatabase database;

		final HikariDataSource pool;

		OnPostgres(TestDatabase database) {
			this(database, database.hikari(5));
		}

		private OnPostgres(TestDatabase database, HikariDataSource pool) {
			super(PostgresStoragePlugin.create(pool, PostgresSettings.defaults()), pool);
			this.database = database;
			this.pool = pool;
			((PostgresStoragePlugin) this.store).prepare();
		}

		@Override
		void lapse(ClaimKey key) {
			new JdbcTemplate(this.database.dataSource())
				.update("UPDATE istos.istos_idempotency SET deadline = clock_timestamp() WHERE key = ?", key.key());
		}

		@Override
		public void close() {
			super.close();
			((PostgresStoragePlugin) this.store).close();
			this.database.close();
		}

	}

}
