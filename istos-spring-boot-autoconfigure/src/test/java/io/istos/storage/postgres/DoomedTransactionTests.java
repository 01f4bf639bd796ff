package io.istos.storage.postgres;

import java.sql.Connection;
import java.util.List;

import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.support.TransactionTemplate;

import io.istos.ClaimLostException;
import io.istos.StorageUnavailableException;
import io.istos.TransactionRequiredException;
import io.istos.storage.ClaimKey;
import io.istos.storage.ClaimState;
import io.istos.storage.ClaimToken;
import io.istos.storage.LedgerTransaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The caller's transaction: what dooms it and what doesn't.
 */
class DoomedTransactionTests {

	private static final LedgerTransaction NONE = new LedgerTransaction() {

		@Override
		public <P extends io.istos.storage.TransactionParticipant> P participant(Class<P> type,
				java.util.function.Supplier<P> factory) {
			return factory.get();
		}

	};

	private static Ledger ledger;

	@BeforeAll
	static void open() {
		ledger = Ledger.create();
		ledger.jdbc.execute("CREATE TABLE business (key text)");
	}

	@AfterAll
	static void close() {
		ledger.close();
	}

	@Test
	void aLossThatIsSwallowedRollsBackAllTheSame() {
		ClaimToken lost = lost();
		assertThatExceptionOfType(UnexpectedRollbackException.class)
			.isThrownBy(() -> ledger.inTransaction((transaction) -> {
				write(lost.key());
				swallowLoss(lost, transaction);
				return lost;
			}));
		assertThat(written(lost.key())).isFalse();
	}

	/** Not even a manager that knows nothing of holders, just of JDBC. */
	@Test
	void inSqlTooTheTransactionCannotCommit() {
		ClaimToken lost = lost();
		assertThatExceptionOfType(UnexpectedRollbackException.class)
			.isThrownBy(() -> ledger.inTransaction((transaction) -> {
				write(lost.key());
				swallowLoss(lost, transaction);
				assertThatExceptionOfType(RuntimeException.class).isThrownBy(() -> write(lost.key()))
					.withStackTraceContaining("25P02");
				return lost;
			}));
	}

	/** The driver would undo the failed statement alone and let the rest commit. */
	@ParameterizedTest
	@ValueSource(strings = { "always", "conservative" })
	void withAutosaveToo(String autosave) throws Exception {
		ClaimToken lost = lost();
		try (HikariDataSource pool = ledger.database.hikari(2)) {
			HikariDataSource saving = new HikariDataSource();
			pool.copyStateTo(saving);
			saving.setPoolName("saving");
			saving.addDataSourceProperty("autosave", autosave);
			PostgresStoragePlugin plugin = PostgresStoragePlugin.create(saving, PostgresSettings.defaults());
			try (saving) {
				new TransactionTemplate(new DataSourceTransactionManager(saving)).execute((status) -> {
					new JdbcTemplate(saving).update("INSERT INTO business VALUES (?)", lost.key().key());
					assertThatExceptionOfType(ClaimLostException.class)
						.isThrownBy(() -> plugin.markProcessed(List.of(Ledger.completion(lost, "1")), NONE));
					commitQuietly(saving);
					status.setRollbackOnly();
					return lost;
				});
			}
			plugin.close();
		}
		assertThat(written(lost.key())).isFalse();
	}

	@Test
	void conflictsLeaveItUsable() {
		ClaimKey live = Ledger.key();
		ClaimKey done = Ledger.key();
		ledger.claimed(live);
		ledger.done(done, "1");
		ClaimKey business = Ledger.key();
		ledger.inTransaction((transaction) -> {
			assertThat(ledger.plugin.claimProcessed(Ledger.request(live), transaction).state())
				.isEqualTo(ClaimState.IN_FLIGHT);
			assertThat(ledger.plugin.claimProcessed(Ledger.request(done), transaction).state())
				.isEqualTo(ClaimState.DONE);
			assertThat(ledger.plugin.lockClaim(lost(), transaction)).isFalse();
			write(business);
			return business;
		});
		assertThat(written(business)).isTrue();
	}

	@Test
	void manyOutcomesTakeOneRoundTripAndOneLossRefusesAll() {
		List<ClaimToken> tokens = List.of(ledger.claimed(Ledger.key()), ledger.claimed(Ledger.key()),
				ledger.claimed(Ledger.key()));
		ClaimToken lost = lost();
		assertThatExceptionOfType(ClaimLostException.class).isThrownBy(() -> ledger.inTransaction((transaction) -> {
			ledger.plugin
				.markProcessed(java.util.stream.Stream.concat(tokens.stream(), java.util.stream.Stream.of(lost))
					.map((token) -> Ledger.completion(token, "1"))
					.toList(), transaction);
			return lost;
		})).withMessageContaining(Ledger.OPERATION);
		assertThat(tokens).allSatisfy((token) -> assertThat(ledger.plugin.checkProcessed(token.key())).isEmpty());
		ledger.inTransaction((transaction) -> {
			ledger.plugin.markProcessed(tokens.stream().map((token) -> Ledger.completion(token, "1")).toList(),
					transaction);
			return 0;
		});
		assertThat(tokens).allSatisfy((token) -> assertThat(ledger.plugin.checkProcessed(token.key())).isPresent());
	}

	@Test
	void aHundredAndTwentyOutcomes() {
		List<ClaimToken> tokens = java.util.stream.Stream.generate(() -> ledger.claimed(Ledger.key()))
			.limit(120)
			.toList();
		ledger.inTransaction((transaction) -> {
			ledger.plugin.markProcessed(tokens.stream().map((token) -> Ledger.completion(token, "1")).toList(),
					transaction);
			return 0;
		});
		assertThat(tokens).allSatisfy((token) -> assertThat(ledger.plugin.checkProcessed(token.key())).isPresent());
	}

	@Test
	void noTransactionIsNoPlaceToComplete() {
		ClaimToken token = ledger.claimed(Ledger.key());
		assertThatExceptionOfType(TransactionRequiredException.class)
			.isThrownBy(() -> ledger.plugin.markProcessed(List.of(Ledger.completion(token, "1")), NONE));
		assertThatExceptionOfType(TransactionRequiredException.class)
			.isThrownBy(() -> ledger.plugin.claimProcessed(Ledger.request(Ledger.key()), NONE));
		assertThatExceptionOfType(TransactionRequiredException.class)
			.isThrownBy(() -> ledger.plugin.lockClaim(token, NONE));
		assertThat(ledger.pool.getHikariPoolMXBean().getActiveConnections()).isZero();
	}

	/**
	 * A connection that doesn't commit by itself is no transaction of the caller's yet.
	 */
	@Test
	void norIsAPoolWithoutAutoCommit() {
		ClaimToken token = ledger.claimed(Ledger.key());
		HikariDataSource manual = new HikariDataSource();
		ledger.pool.copyStateTo(manual);
		manual.setPoolName("manual");
		manual.setAutoCommit(false);
		try (manual; PostgresStoragePlugin plugin = PostgresStoragePlugin.create(manual, PostgresSettings.defaults())) {
			assertThatExceptionOfType(TransactionRequiredException.class)
				.isThrownBy(() -> plugin.markProcessed(List.of(Ledger.completion(token, "1")), NONE));
		}
	}

	/** Upon one, some managers commit. */
	@Test
	void nothingThrownIsATransactionException() {
		ClaimToken token = ledger.claimed(Ledger.key());
		TransactionTemplate timed = new TransactionTemplate(new DataSourceTransactionManager(ledger.pool));
		timed.setTimeout(1);
		assertThatExceptionOfType(RuntimeException.class).isThrownBy(() -> timed.execute((status) -> {
			assertThatExceptionOfType(RuntimeException.class)
				.isThrownBy(() -> ledger.business().queryForList("SELECT 1 / 0"));
			return call(() -> ledger.plugin.markProcessed(List.of(Ledger.completion(token, "1")), NONE));
		})).isInstanceOf(StorageUnavailableException.class).withMessageContaining("25P02");
		timed.execute((status) -> {
			ledger.jdbc.queryForList("SELECT pg_sleep(1.1)");
			assertThat(ledger.plugin.lockClaim(token, NONE)).isTrue();
			status.setRollbackOnly();
			return 0;
		});
	}

	@ParameterizedTest
	@ValueSource(
			ints = { TransactionDefinition.ISOLATION_REPEATABLE_READ, TransactionDefinition.ISOLATION_SERIALIZABLE })
	void aSnapshotIsNoticedWithoutBeingTaken(int isolation) {
		ClaimKey later = Ledger.key();
		ledger.inTransaction(isolation, (transaction) -> {
			assertThat(ledger.plugin.readsFromSnapshot(transaction)).isTrue();
			ledger.claimed(later);
			assertThat(ledger.business()
				.queryForObject("SELECT count(*) FROM istos.istos_idempotency WHERE key = ?", Long.class, later.key()))
				.isOne();
			return later;
		});
	}

	/**
	 * The transaction is its caller's to repeat.
	 */
	@Test
	void aSerializationFailureIsToldAndNotRetried() {
		ClaimToken token = ledger.claimed(Ledger.key());
		assertThatExceptionOfType(StorageUnavailableException.class)
			.isThrownBy(() -> ledger.inTransaction(TransactionDefinition.ISOLATION_REPEATABLE_READ, (transaction) -> {
				ledger.business().queryForList("SELECT count(*) FROM istos.istos_idempotency");
				ledger.renew(token);
				ledger.plugin.markProcessed(List.of(Ledger.completion(token, "1")), transaction);
				return token;
			}))
			.withMessageContaining("40001");
		assertThat(ledger.plugin.markProcessed(Ledger.completion(token, "1"))).isTrue();
	}

	@Test
	void theIsolationIsAskedForOncePerTransaction() {
		long statements = ledger.inTransaction((transaction) -> {
			assertThat(ledger.plugin.readsFromSnapshot(transaction)).isFalse();
			ledger.business().execute("SET LOCAL statement_timeout = 1");
			assertThatExceptionOfType(RuntimeException.class)
				.isThrownBy(() -> ledger.business().queryForList("SELECT pg_sleep(1)"));
			// Aborted: to ask the server again would fail.
			assertThat(ledger.plugin.readsFromSnapshot(transaction)).isFalse();
			return 1L;
		});
		assertThat(statements).isOne();
	}

	@Test
	void theDefaultIsolationOfTheServerCounts() {
		ClaimKey key = Ledger.key();
		ledger.inTransaction((transaction) -> {
			ledger.business().execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
			assertThat(ledger.plugin.readsFromSnapshot(transaction)).isTrue();
			return key;
		});
	}

	@Test
	void aLockedClaimStaysOursUntilTheTransactionEnds() {
		ClaimKey key = Ledger.key();
		ClaimToken token = ledger.claimed(key, Ledger.SHORT);
		ledger.awaitLapse(key);
		ledger.inTransaction((transaction) -> {
			assertThat(ledger.plugin.lockClaim(token, transaction)).isTrue();
			assertThat(ledger.claim(Ledger.request(key)).state()).isEqualTo(ClaimState.IN_FLIGHT);
			assertThat(ledger.plugin.releaseClaim(Ledger.release(token))).isNotNull();
			return key;
		});
		assertThat(ledger.claim(Ledger.request(key)).state()).isEqualTo(ClaimState.CLAIMED);
		ledger.inTransaction((transaction) -> {
			assertThat(ledger.plugin.lockClaim(token, transaction)).isFalse();
			return key;
		});
	}

	private static ClaimToken lost() {
		ClaimKey key = Ledger.key();
		ClaimToken token = ledger.claimed(key, Ledger.SHORT);
		ledger.awaitLapse(key);
		ledger.claimed(key);
		return token;
	}

	private static void swallowLoss(ClaimToken lost, LedgerTransaction transaction) {
		assertThatExceptionOfType(ClaimLostException.class)
			.isThrownBy(() -> ledger.plugin.markProcessed(List.of(Ledger.completion(lost, "1")), transaction))
			.isNotInstanceOf(TransactionException.class);
	}

	private static int call(Runnable work) {
		work.run();
		return 0;
	}

	private static void commitQuietly(HikariDataSource pool) {
		Connection connection = org.springframework.jdbc.datasource.DataSourceUtils.getConnection(pool);
		try {
			connection.commit();
		}
		catch (java.sql.SQLException ex) {
			// As it should.
		}
		finally {
			org.springframework.jdbc.datasource.DataSourceUtils.releaseConnection(connection, pool);
		}
	}

	private static void write(ClaimKey key) {
		ledger.business().update("INSERT INTO business VALUES (?)", key.key());
	}

	private static boolean written(ClaimKey key) {
		return !ledger.jdbc.queryForList("SELECT 1 FROM business WHERE key = ?", key.key()).isEmpty();
	}

}
