package io.istos.storage.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;

import com.zaxxer.hikari.HikariDataSource;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

import io.istos.storage.Claim;
import io.istos.storage.ClaimKey;
import io.istos.storage.ClaimRequest;
import io.istos.storage.ClaimState;
import io.istos.storage.ClaimToken;
import io.istos.storage.Completion;
import io.istos.storage.LedgerTransaction;
import io.istos.storage.Outcome;
import io.istos.storage.Release;
import io.istos.storage.Renewal;
import io.istos.storage.TakeOver;
import io.istos.testing.TestDatabase;
import io.istos.transaction.LedgerTransactions;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A plugin on a database of its own, and short words for what tests do with it.
 */
final class Ledger implements AutoCloseable {

	static final Duration LONG = Duration.ofMinutes(5);

	static final Duration SHORT = Duration.ofMillis(1);

	static final Duration RETENTION = Duration.ofDays(7);

	static final String OPERATION = "test.operation";

	private static final AtomicInteger KEYS = new AtomicInteger();

	final TestDatabase database;

	final HikariDataSource pool;

	final PostgresStoragePlugin plugin;

	/** On connections of its own, outside any transaction of the test. */
	final JdbcTemplate jdbc;

	private final TransactionTemplate template;

	private final LedgerTransactions transactions;

	private Ledger(TestDatabase database, HikariDataSource pool, PostgresStoragePlugin plugin) {
		this.database = database;
		this.pool = pool;
		this.plugin = plugin;
		this.jdbc = new JdbcTemplate(database.dataSource());
		DataSourceTransactionManager manager = new DataSourceTransactionManager(pool);
		this.transactions = new LedgerTransactions(() -> pool);
		manager.addListener(this.transactions.listener());
		this.template = new TransactionTemplate(manager);
	}

	static Ledger create() {
		return create(PostgresSettings.defaults());
	}

	static Ledger create(PostgresSettings settings) {
		return create(settings, (pool) -> ReservedPool.like(pool, settings));
	}

	/** With a say in where reserved connections come from. */
	static Ledger create(PostgresSettings settings, Function<HikariDataSource, ConnectionSource> reserved) {
		TestDatabase database = TestDatabase.create();
		HikariDataSource pool = database.hikari(4);
		Ledger ledger = new Ledger(database, pool, new PostgresStoragePlugin(pool, reserved.apply(pool), settings));
		ledger.plugin.prepare();
		return ledger;
	}

	/** A second node. */
	PostgresStoragePlugin anotherPlugin() {
		return PostgresStoragePlugin.create(this.pool, PostgresSettings.defaults());
	}

	static ClaimKey key() {
		return new ClaimKey("", OPERATION, String.format("key-%06d", KEYS.incrementAndGet()));
	}

	static ClaimRequest request(ClaimKey key, Duration lease, TakeOver takeOver) {
		return new ClaimRequest(key, UUID.randomUUID(), "f", lease, takeOver, "instance", "trace");
	}

	static ClaimRequest request(ClaimKey key) {
		return request(key, LONG, TakeOver.LAPSED);
	}

	static Completion completion(ClaimToken token, String json) {
		return new Completion(token, new Outcome(Outcome.Kind.RESULT, json), RETENTION);
	}

	static Release release(ClaimToken token) {
		return new Release(token, Release.Target.FREE, "error", RETENTION);
	}

	static Release hold(ClaimToken token) {
		return new Release(token, Release.Target.HELD, "error", RETENTION);
	}

	Claim claim(ClaimRequest request) {
		return this.plugin.claimProcessed(request);
	}

	ClaimToken claimed(ClaimKey key) {
		return claimed(key, LONG);
	}

	ClaimToken claimed(ClaimKey key, Duration lease) {
		ClaimRequest request = request(key, lease, TakeOver.LAPSED);
		Claim claim = claim(request);
		assertThat(claim.state()).isEqualTo(ClaimState.CLAIMED);
		return request.token(claim.epoch());
	}

	ClaimToken done(ClaimKey key, String json) {
		ClaimToken token = claimed(key);
		assertThat(this.plugin.markProcessed(completion(token, json))).isTrue();
		return token;
	}

	Renewal.Answer renew(ClaimToken token) {
		return this.plugin.renewClaims(List.of(new Renewal(token, LONG))).get(0);
	}

	/** As one batch, in the form for many. */
	List<Optional<Claim>> claimTogether(ClaimRequest... requests) throws SQLException {
		List<ClaimRequest> sorted = Stream.of(requests).sorted(Comparator.comparing(ClaimRequest::key)).toList();
		try (Connection connection = this.database.dataSource().getConnection()) {
			return StepStatement.own(Steps.CLAIM, new Sql(PostgresSettings.defaults())).execute(connection, sorted);
		}
	}

	/** Wait, on the server, until a claim has lapsed. */
	void awaitLapse(ClaimKey key) {
		this.jdbc.queryForList("SELECT pg_sleep(greatest(extract(epoch FROM deadline - clock_timestamp()), 0)) "
				+ "FROM istos.istos_idempotency WHERE key = ?", key.key());
	}

	/**
	 * Wait until somebody in the database waits for a lock. A block would not see that:
	 * it reads the activity once.
	 */
	static void awaitLockWait(JdbcTemplate jdbc) {
		Awaitility.await()
			.pollInterval(Duration.ofMillis(10))
			.until(() -> !jdbc
				.queryForList("SELECT pid FROM pg_stat_activity WHERE datname = current_database() "
						+ "AND wait_event_type = 'Lock'")
				.isEmpty());
	}

	Map<String, @Nullable Object> row(ClaimKey key) {
		return this.jdbc.queryForMap("SELECT *, ctid::text AS place, xmin::text AS writer, xmax::text AS locker "
				+ "FROM istos.istos_idempotency WHERE key = ?", key.key());
	}

	<R> R inTransaction(Function<LedgerTransaction, R> work) {
		return inTransaction(TransactionDefinition.ISOLATION_DEFAULT, work);
	}

	@SuppressWarnings("NullAway")
	<R> R inTransaction(int isolation, Function<LedgerTransaction, R> work) {
		TransactionTemplate own = new TransactionTemplate(this.template.getTransactionManager(), this.template);
		own.setIsolationLevel(isolation);
		return own.execute((status) -> work.apply(this.transactions.current()));
	}

	/** On the connection of the transaction of the current thread, if there is one. */
	JdbcTemplate business() {
		return new JdbcTemplate(this.pool);
	}

	/** A connection with an open transaction that has done something. */
	Connection rival(String sql, @Nullable Object... arguments) throws SQLException {
		Connection rival = this.database.dataSource().getConnection();
		rival.setAutoCommit(false);
		try (var statement = rival.prepareStatement(sql)) {
			for (int i = 0; i < arguments.length; i++) {
				statement.setObject(i + 1, arguments[i]);
			}
			statement.execute();
		}
		return rival;
	}

	/**
	 * While another transaction has locked the row of a key.
	 */
	void whileLocked(ClaimKey key, Work work) throws Exception {
		try (Connection rival = rival("SELECT 1 FROM istos.istos_idempotency WHERE key = ? FOR UPDATE", key.key())) {
			try {
				work.run();
			}
			finally {
				rival.rollback();
			}
		}
	}

	@Override
	public void close() {
		this.plugin.close();
		this.database.close();
	}

	/**
	 * What to do meanwhile.
	 */
	interface Work {

		void run() throws Exception;

	}

}
