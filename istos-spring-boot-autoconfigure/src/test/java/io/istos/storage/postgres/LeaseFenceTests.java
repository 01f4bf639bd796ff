package io.istos.storage.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import java.util.stream.Stream;

import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.support.TransactionTemplate;

import io.istos.LeaseLostException;
import io.istos.StorageUnavailableException;
import io.istos.TransactionRequiredException;
import io.istos.storage.LeaseFence;
import io.istos.storage.LeaseToken;
import io.istos.storage.LedgerTransaction;
import io.istos.storage.TransactionParticipant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * As {@link DoomedTransactionTests}, for leases: a transaction whose lease is lost.
 */
class LeaseFenceTests {

	private static final LedgerTransaction NONE = new LedgerTransaction() {

		@Override
		public <P extends TransactionParticipant> P participant(Class<P> type, Supplier<P> factory) {
			return factory.get();
		}

	};

	private static Ledger ledger;

	private static Leases leases;

	@BeforeAll
	static void open() {
		ledger = Ledger.create();
		ledger.jdbc.execute("CREATE TABLE business (key text)");
		leases = new Leases(ledger);
	}

	@AfterAll
	static void close() {
		ledger.close();
	}

	static Stream<LeaseFence> lost() {
		LeaseToken token = leases.lost(Leases.scope());
		return Stream.of(Leases.fence(token), Leases.checkpoint(token, "1"));
	}

	@ParameterizedTest
	@MethodSource("lost")
	void aLossThatIsSwallowedRollsBackAllTheSame(LeaseFence lost) {
		assertThatExceptionOfType(UnexpectedRollbackException.class)
			.isThrownBy(() -> ledger.inTransaction((transaction) -> {
				write(lost);
				swallowLoss(lost, transaction);
				return lost;
			}));
		assertThat(isWritten(lost)).isFalse();
	}

	/** Not even a manager that knows nothing of holders, just of JDBC. */
	@ParameterizedTest
	@MethodSource("lost")
	void inSqlTooTheTransactionCannotCommit(LeaseFence lost) {
		assertThatExceptionOfType(UnexpectedRollbackException.class)
			.isThrownBy(() -> ledger.inTransaction((transaction) -> {
				swallowLoss(lost, transaction);
				assertThatExceptionOfType(RuntimeException.class).isThrownBy(() -> write(lost))
					.withStackTraceContaining("25P02");
				return lost;
			}));
	}

	/** The driver would undo the failed statement alone and let the rest commit. */
	@ParameterizedTest
	@CsvSource({ "always, false", "always, true", "conservative, false", "conservative, true" })
	void withAutosaveToo(String autosave, boolean checkpoint) {
		LeaseFence lost = lost().toList().get(checkpoint ? 1 : 0);
		try (HikariDataSource saving = new HikariDataSource()) {
			ledger.pool.copyStateTo(saving);
			saving.setPoolName("saving");
			saving.addDataSourceProperty("autosave", autosave);
			try (PostgresStoragePlugin plugin = PostgresStoragePlugin.create(saving, PostgresSettings.defaults())) {
				new TransactionTemplate(new DataSourceTransactionManager(saving)).execute((status) -> {
					new JdbcTemplate(saving).update("INSERT INTO business VALUES (?)", lost.token().key().scope());
					assertThatExceptionOfType(LeaseLostException.class)
						.isThrownBy(() -> plugin.fence(List.of(lost), NONE));
					commitQuietly(saving);
					status.setRollbackOnly();
					return lost;
				});
			}
		}
		assertThat(isWritten(lost)).isFalse();
	}

	@Test
	void aHoldThatFailsLeavesItUsable() {
		LeaseFence lost = lost().toList().get(0);
		ledger.inTransaction((transaction) -> {
			assertThat(ledger.plugin.holdForUpdate(lost.token(), transaction)).isFalse();
			write(lost);
			return lost;
		});
		assertThat(isWritten(lost)).isTrue();
	}

	@Test
	void manyFencesAndOneLossRefusesAll() {
		List<LeaseToken> tokens = Stream.generate(() -> leases.acquired(Leases.scope())).limit(120).toList();
		List<LeaseFence> fences = tokens.stream()
			.map((token) -> (token.epoch() % 2 == 0) ? Leases.fence(token) : Leases.checkpoint(token, "1"))
			.toList();
		LeaseFence lost = lost().toList().get(0);
		assertThatExceptionOfType(LeaseLostException.class).isThrownBy(() -> ledger.inTransaction((transaction) -> {
			ledger.plugin.fence(Stream.concat(fences.stream(), Stream.of(lost)).toList(), transaction);
			return lost;
		})).withMessageContaining(lost.token().key().scope());
		assertThat(versions(tokens)).isZero();
		ledger.inTransaction((transaction) -> {
			ledger.plugin.fence(fences, transaction);
			return 0;
		});
		assertThat(versions(tokens)).isEqualTo(60);
	}

	private static long versions(List<LeaseToken> tokens) {
		return tokens.stream().mapToLong((token) -> (Long) leases.row(token.key()).get("version")).sum();
	}

	@Test
	void noTransactionIsNoPlaceForAFence() {
		LeaseToken token = leases.acquired(Leases.scope());
		assertThatExceptionOfType(TransactionRequiredException.class)
			.isThrownBy(() -> ledger.plugin.fence(List.of(Leases.fence(token)), NONE));
		assertThatExceptionOfType(TransactionRequiredException.class)
			.isThrownBy(() -> ledger.plugin.holdForUpdate(token, NONE));
		assertThat(ledger.pool.getHikariPoolMXBean().getActiveConnections()).isZero();
	}

	/**
	 * A connection that doesn't commit by itself is no transaction of the caller's yet.
	 */
	@Test
	void norIsAPoolWithoutAutoCommit() {
		LeaseToken token = leases.acquired(Leases.scope());
		try (HikariDataSource manual = new HikariDataSource()) {
			ledger.pool.copyStateTo(manual);
			manual.setPoolName("manual");
			manual.setAutoCommit(false);
			try (PostgresStoragePlugin plugin = PostgresStoragePlugin.create(manual, PostgresSettings.defaults())) {
				assertThatExceptionOfType(TransactionRequiredException.class)
					.isThrownBy(() -> plugin.holdForUpdate(token, NONE));
			}
		}
	}

	/** Upon one, some managers commit. */
	@Test
	void nothingThrownIsATransactionException() {
		LeaseToken token = leases.acquired(Leases.scope());
		TransactionTemplate timed = new TransactionTemplate(new DataSourceTransactionManager(ledger.pool));
		timed.setTimeout(1);
		assertThatExceptionOfType(StorageUnavailableException.class).isThrownBy(() -> timed.execute((status) -> {
			assertThatExceptionOfType(RuntimeException.class)
				.isThrownBy(() -> ledger.business().queryForList("SELECT 1 / 0"));
			ledger.plugin.fence(List.of(Leases.fence(token)), NONE);
			return 0;
		})).withMessageContaining("25P02");
		timed.execute((status) -> {
			ledger.jdbc.queryForList("SELECT pg_sleep(1.1)");
			assertThat(ledger.plugin.holdForUpdate(token, NONE)).isTrue();
			ledger.plugin.fence(List.of(Leases.fence(token)), NONE);
			status.setRollbackOnly();
			return 0;
		});
	}

	/** Else two transactions under the same leases would wait for each other. */
	@Test
	void fencesLockInOrder() throws Exception {
		LeaseToken first = leases.acquired(Leases.scope());
		LeaseToken second = leases.acquired(Leases.scope());
		FutureTask<Integer> fencing = new FutureTask<>(() -> ledger.inTransaction((transaction) -> {
			ledger.plugin.fence(List.of(Leases.checkpoint(second, "1"), Leases.checkpoint(first, "1")), transaction);
			return 0;
		}));
		leases.whileLocked(first.key(), "UPDATE", () -> {
			new Thread(fencing).start();
			Ledger.awaitLockWait(ledger.jdbc);
			assertThat(ledger.jdbc.queryForList(
					"SELECT 1 FROM istos.istos_lease WHERE scope = ? FOR UPDATE SKIP LOCKED", second.key().scope()))
				.hasSize(1);
		});
		fencing.get();
		assertThat(versions(List.of(first, second))).isEqualTo(2);
	}

	/**
	 * The transaction's own time-out strikes while the fence waits.
	 */
	@Test
	void aFenceThatTimesOutDoesNotCommit() throws Exception {
		LeaseFence fence = Leases.fence(leases.acquired(Leases.scope()));
		leases.whileLocked(fence.token().key(), "UPDATE",
				() -> assertThatExceptionOfType(StorageUnavailableException.class)
					.isThrownBy(() -> ledger.inTransaction((transaction) -> {
						ledger.business().execute("SET LOCAL statement_timeout = 100");
						write(fence);
						ledger.plugin.fence(List.of(fence), transaction);
						return fence;
					}))
					.withMessageContaining("57014"));
		assertThat(isWritten(fence)).isFalse();
	}

	private static void swallowLoss(LeaseFence lost, LedgerTransaction transaction) {
		assertThatExceptionOfType(LeaseLostException.class)
			.isThrownBy(() -> ledger.plugin.fence(List.of(lost), transaction))
			.isNotInstanceOf(TransactionException.class)
			.withMessageContaining(lost.token().key().scope());
	}

	private static void commitQuietly(HikariDataSource pool) {
		Connection connection = DataSourceUtils.getConnection(pool);
		try {
			connection.commit();
		}
		catch (SQLException ex) {
			// As it should.
		}
		finally {
			DataSourceUtils.releaseConnection(connection, pool);
		}
	}

	private static void write(LeaseFence fence) {
		ledger.business().update("INSERT INTO business VALUES (?)", fence.token().key().scope());
	}

	private static boolean isWritten(LeaseFence fence) {
		return !ledger.jdbc.queryForList("SELECT 1 FROM business WHERE key = ?", fence.token().key().scope()).isEmpty();
	}

}
