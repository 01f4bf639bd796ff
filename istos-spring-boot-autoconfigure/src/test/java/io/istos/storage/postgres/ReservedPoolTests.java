package io.istos.storage.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.aop.framework.ProxyFactory;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;

import io.istos.storage.ClaimState;
import io.istos.storage.ClaimToken;
import io.istos.storage.Renewal;
import io.istos.testing.TestDatabase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ReservedPoolTests {

	private static TestDatabase database;

	@BeforeAll
	static void open() {
		database = TestDatabase.create();
	}

	@AfterAll
	static void close() {
		database.close();
	}

	@Test
	void nothingIsOpenedBeforeItIsAskedFor() {
		try (HikariDataSource lazy = application("jdbc:postgresql://localhost:1/nowhere");
				PostgresStoragePlugin plugin = PostgresStoragePlugin.create(lazy, PostgresSettings.defaults())) {
			assertThat(plugin).isNotNull();
			assertThat(lazy.isRunning()).isFalse();
		}
	}

	@Test
	void whatIsCopiedAndWhatIsSet() throws SQLException {
		try (HikariDataSource application = application(database.jdbcUrl())) {
			application.setPoolName("shop");
			application.setReadOnly(true);
			application.setAutoCommit(false);
			application.setTransactionIsolation("TRANSACTION_SERIALIZABLE");
			application.setMaximumPoolSize(30);
			application.setMinimumIdle(30);
			application.setMaxLifetime(123_456);
			application.addDataSourceProperty("ApplicationName", "shop");
			try (HikariDataSource reserved = reservedFor(application)) {
				assertThat(reserved.getPoolName()).isEqualTo("shop-istos");
				assertThat(reserved.isReadOnly()).isFalse();
				assertThat(reserved.isAutoCommit()).isTrue();
				assertThat(reserved.getTransactionIsolation()).isNull();
				assertThat(reserved.getMaximumPoolSize()).isEqualTo(3);
				assertThat(reserved.getMinimumIdle()).isZero();
				assertThat(reserved.getInitializationFailTimeout()).isNegative();
				assertThat(reserved.getConnectionTimeout()).isEqualTo(5_000);
				assertThat(reserved.getMaxLifetime()).isEqualTo(123_456);
				assertThat(reserved.getUsername()).isEqualTo(database.username());
				assertThat(reserved.getPassword()).isEqualTo(database.password());
				assertThat(reserved.getDataSourceProperties()).containsEntry("ApplicationName", "shop");
				assertThat(reserved.getJdbcUrl()).endsWith("tcpKeepAlive=true&socketTimeout=10");
			}
			assertThat(application.getJdbcUrl()).isEqualTo(database.jdbcUrl());
			assertThat(application.getMaximumPoolSize()).isEqualTo(30);
			assertThat(application.getDataSourceProperties()).containsOnlyKeys("ApplicationName");
			assertThat(application.isRunning()).isFalse();
		}
	}

	@Test
	void aConfiguredSocketTimeoutStays() throws SQLException {
		try (HikariDataSource application = application(withParameter("socketTimeout=77"))) {
			assertThat(networkTimeout(application)).isEqualTo(77_000);
		}
		try (HikariDataSource application = application(database.jdbcUrl())) {
			application.addDataSourceProperty("socketTimeout", "66");
			assertThat(networkTimeout(application)).isEqualTo(66_000);
		}
		try (HikariDataSource application = application(database.jdbcUrl())) {
			assertThat(networkTimeout(application)).isEqualTo(10_000);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "prepareThreshold=0", "preferQueryMode=simple", "preferQueryMode=extended",
			"prepareThreshold=1", "autosave=always", "defaultRowFetchSize=1", "reWriteBatchedInserts=true" })
	void parametersOfTheUrlAreKeptAndWork(String parameter) throws Exception {
		try (HikariDataSource application = application(withParameter(parameter));
				PostgresStoragePlugin plugin = PostgresStoragePlugin.create(application, PostgresSettings.defaults())) {
			for (int i = 0; i < 12; i++) {
				var request = Ledger.request(Ledger.key());
				ClaimToken token = request.token(plugin.claimProcessed(request).epoch());
				assertThat(plugin.renewClaims(List.of(new Renewal(token, Ledger.LONG))))
					.containsExactly(Renewal.Answer.RENEWED);
				assertThat(plugin.markProcessed(Ledger.completion(token, "1"))).isTrue();
				assertThat(plugin.claimProcessed(Ledger.request(token.key())).state()).isEqualTo(ClaimState.DONE);
				var key = Documents.key();
				assertThat(plugin.updateDocument(key, Documents::next).value()).isEqualTo("1");
				assertThat(plugin.updateDocument(key, Documents::next).value()).isEqualTo("2");
				assertThat(plugin.deleteDocument(key, plugin.findDocument(key).orElseThrow().version())).isTrue();
			}
			try (ReservedPool pool = ReservedPool.like(application, PostgresSettings.defaults());
					Connection connection = pool.open()) {
				List<ClaimState> states = StepStatement.own(Steps.CLAIM, new Sql(PostgresSettings.defaults()))
					.execute(connection, List.of(Ledger.request(Ledger.key()), Ledger.request(Ledger.key())))
					.stream()
					.map((claim) -> claim.orElseThrow().state())
					.toList();
				assertThat(states).containsExactly(ClaimState.CLAIMED, ClaimState.CLAIMED);
			}
		}
	}

	/** As a pooler in transaction mode without support for them would have it. */
	@Test
	void withoutPreparedStatementsNoneIsPrepared() throws Exception {
		try (HikariDataSource application = application(withParameter("prepareThreshold=0"));
				ReservedPool pool = ReservedPool.like(application, PostgresSettings.defaults());
				Connection connection = pool.open()) {
			StepStatement<?, ?> ignored = StepStatement.own(Steps.RENEW, new Sql(PostgresSettings.defaults()));
			for (int i = 0; i < 10; i++) {
				StepStatement.own(Steps.CLAIM, new Sql(PostgresSettings.defaults()))
					.execute(connection, List.of(Ledger.request(Ledger.key())));
			}
			try (Statement statement = connection.createStatement();
					var row = statement.executeQuery("SELECT count(*) FROM pg_prepared_statements")) {
				row.next();
				assertThat(row.getInt(1)).isZero();
			}
			assertThat(ignored).isNotNull();
		}
	}

	static Stream<DataSource> wrappers() {
		HikariDataSource pool = database.hikari(1);
		ProxyFactory proxied = new ProxyFactory(pool);
		proxied.setProxyTargetClass(false);
		return Stream.of(pool, new DelegatingDataSource(pool), new LazyConnectionDataSourceProxy(pool),
				new TransactionAwareDataSourceProxy(pool),
				new LazyConnectionDataSourceProxy(new DelegatingDataSource(pool)), (DataSource) proxied.getProxy(),
				new DelegatingDataSource((DataSource) proxied.getProxy()));
	}

	@ParameterizedTest
	@MethodSource("wrappers")
	void wrappersAreSeenThrough(DataSource wrapped) throws SQLException {
		try (ReservedPool pool = ReservedPool.like(wrapped, PostgresSettings.defaults());
				Connection connection = pool.open()) {
			assertThat(connection.isValid(1)).isTrue();
		}
	}

	@Test
	void anotherPoolIsRefusedWithTheRemedy() {
		assertThatExceptionOfType(PostgresSetupException.class)
			.isThrownBy(() -> PostgresStoragePlugin.create(database.dataSource(), PostgresSettings.defaults()))
			.withMessageContaining("PGSimpleDataSource")
			.withMessageContaining("@IstosReservedDataSource");
	}

	@Test
	void routingIsRefusedWithTheRemedyWithoutAskingForTheRoute() {
		AbstractRoutingDataSource routing = new AbstractRoutingDataSource() {

			@Override
			protected Object determineCurrentLookupKey() {
				throw new IllegalStateException("asked");
			}

		};
		routing.setTargetDataSources(Map.of("a", database.hikari(1)));
		routing.afterPropertiesSet();
		for (DataSource dataSource : List.of(routing, new LazyConnectionDataSourceProxy(routing))) {
			assertThatExceptionOfType(PostgresSetupException.class)
				.isThrownBy(() -> PostgresStoragePlugin.create(dataSource, PostgresSettings.defaults()))
				.withMessageContaining("routes")
				.withMessageContaining("@IstosReservedDataSource");
		}
	}

	/** Whatever its auto-commit mode and without a socket time-out of its own. */
	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void aGivenPoolIsUsedAndNotClosed(boolean autoCommit) {
		HikariConfig config = new HikariConfig();
		config.setDataSource(database.dataSource());
		config.setAutoCommit(autoCommit);
		config.setMaximumPoolSize(3);
		try (HikariDataSource given = new HikariDataSource(config)) {
			try (PostgresStoragePlugin plugin = PostgresStoragePlugin.create(database.dataSource(), given,
					PostgresSettings.defaults())) {
				var request = Ledger.request(Ledger.key());
				ClaimToken token = request.token(plugin.claimProcessed(request).epoch());
				assertThat(plugin.markProcessed(Ledger.completion(token, "1"))).isTrue();
				assertThat(new JdbcTemplate(database.dataSource()).queryForObject(
						"SELECT state FROM istos.istos_idempotency WHERE key = ?", String.class, token.key().key()))
					.isEqualTo("D");
			}
			assertThat(given.isClosed()).isFalse();
		}
	}

	@Test
	void theApplicationsPoolMayBeFull() throws SQLException {
		try (HikariDataSource application = database.hikari(1);
				PostgresStoragePlugin plugin = PostgresStoragePlugin.create(application, PostgresSettings.defaults());
				Connection all = application.getConnection()) {
			assertThat(all.isValid(1)).isTrue();
			assertThat(plugin.claimProcessed(Ledger.request(Ledger.key())).state()).isEqualTo(ClaimState.CLAIMED);
		}
	}

	/** Whoever never needs three at once never has three. */
	@Test
	void connectionsAreOpenedWhenTheyAreNeeded() {
		try (HikariDataSource application = application(database.jdbcUrl())) {
			ReservedPool pool = ReservedPool.like(application, PostgresSettings.defaults());
			try (PostgresStoragePlugin plugin = new PostgresStoragePlugin(application, pool,
					PostgresSettings.defaults())) {
				for (int i = 0; i < 5; i++) {
					plugin.claimProcessed(Ledger.request(Ledger.key()));
					plugin.updateDocument(Documents.key(), Documents::next);
				}
				assertThat(pool.opened().getHikariPoolMXBean().getTotalConnections()).isOne();
				plugin.updateDocument(Documents.key(), (value) -> {
					plugin.claimProcessed(Ledger.request(Ledger.key()));
					return "1";
				});
				assertThat(pool.opened().getHikariPoolMXBean().getTotalConnections()).isEqualTo(2);
			}
			catch (SQLException ex) {
				throw new IllegalStateException(ex);
			}
		}
	}

	/** Neither a stuck statement nor a crowd waiting behind it. */
	@Test
	void renewalsHaveAConnectionOfTheirOwn() throws Exception {
		PostgresSettings patient = new PostgresSettings("istos", PostgresSettings.InitializeSchema.AUTO, 3,
				Duration.ofSeconds(1), Duration.ofSeconds(30), Duration.ofSeconds(30));
		try (Ledger ledger = Ledger.create(patient)) {
			ClaimToken token = ledger.claimed(Ledger.key());
			List<ClaimToken> others = Stream.generate(() -> ledger.claimed(Ledger.key())).limit(8).toList();
			try (Connection rival = ledger.rival("LOCK TABLE istos.istos_event_log IN ACCESS EXCLUSIVE MODE")) {
				CountDownLatch ended = new CountDownLatch(others.size());
				for (ClaimToken other : others) {
					new Thread(() -> {
						try {
							ledger.plugin.markProcessed(Ledger.completion(other, "1"));
						}
						catch (RuntimeException ex) {
							// No connection in time.
						}
						ended.countDown();
					}).start();
				}
				Ledger.awaitLockWait(ledger.jdbc);
				assertThat(ledger.renew(token)).isEqualTo(Renewal.Answer.RENEWED);
				rival.rollback();
				ended.await();
			}
		}
	}

	/**
	 * An interrupt would fail the wait for a connection; a release must go out all the
	 * same.
	 */
	@Test
	void anInterruptedCallerIsServedAndStaysInterrupted() {
		try (Ledger ledger = Ledger.create()) {
			Thread.currentThread().interrupt();
			ClaimToken token = ledger.claimed(Ledger.key());
			assertThat(ledger.renew(token)).isEqualTo(Renewal.Answer.RENEWED);
			assertThat(ledger.plugin.markProcessed(Ledger.completion(token, "1"))).isTrue();
			assertThat(Thread.interrupted()).isTrue();
		}
	}

	@Test
	void whenTheDatabaseIsSilentTheCallerIsNot() {
		PostgresSettings defaults = PostgresSettings.defaults();
		try (HikariDataSource application = application("jdbc:postgresql://localhost:1/nowhere");
				PostgresStoragePlugin plugin = PostgresStoragePlugin.create(application,
						new PostgresSettings("istos", defaults.initializeSchema(), 3, Duration.ofMillis(300),
								defaults.statementTimeout(), defaults.lockTimeout()))) {
			long start = System.nanoTime();
			assertThatExceptionOfType(io.istos.StorageUnavailableException.class)
				.isThrownBy(() -> plugin.claimProcessed(Ledger.request(Ledger.key())))
				.withMessageContaining(Ledger.OPERATION);
			assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(3));
		}
	}

	@Test
	void closedIsClosed() {
		try (HikariDataSource application = database.hikari(1)) {
			PostgresStoragePlugin plugin = PostgresStoragePlugin.create(application, PostgresSettings.defaults());
			plugin.claimProcessed(Ledger.request(Ledger.key()));
			plugin.close();
			plugin.close();
			assertThat(application.isClosed()).isFalse();
			assertThatExceptionOfType(io.istos.StorageUnavailableException.class)
				.isThrownBy(() -> plugin.claimProcessed(Ledger.request(Ledger.key())));
		}
	}

	private static int networkTimeout(HikariDataSource application) throws SQLException {
		try (ReservedPool pool = ReservedPool.like(application, PostgresSettings.defaults());
				Connection connection = pool.open()) {
			return connection.getNetworkTimeout();
		}
	}

	private static HikariDataSource reservedFor(HikariDataSource application) throws SQLException {
		ReservedPool pool = ReservedPool.like(application, PostgresSettings.defaults());
		pool.open().close();
		return pool.opened();
	}

	private static HikariDataSource application(String url) {
		HikariDataSource application = new HikariDataSource();
		application.setJdbcUrl(url);
		application.setUsername(database.username());
		application.setPassword(database.password());
		return application;
	}

	private static String withParameter(String parameter) {
		return database.jdbcUrl() + (database.jdbcUrl().contains("?") ? "&" : "?") + parameter;
	}

}
