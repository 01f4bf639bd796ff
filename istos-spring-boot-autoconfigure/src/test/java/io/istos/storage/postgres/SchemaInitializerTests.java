package io.istos.storage.postgres;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;

import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

import io.istos.StorageUnavailableException;
import io.istos.storage.ClaimState;
import io.istos.storage.LeaseRelease;
import io.istos.storage.LeaseToken;
import io.istos.storage.postgres.PostgresSettings.InitializeSchema;
import io.istos.testing.RestartablePostgres;
import io.istos.testing.TestDatabase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class SchemaInitializerTests {

	private static final PostgresSettings DEFAULTS = PostgresSettings.defaults();

	private TestDatabase database;

	private JdbcTemplate jdbc;

	@BeforeEach
	void open() {
		this.database = TestDatabase.create();
		this.jdbc = new JdbcTemplate(this.database.dataSource());
	}

	@AfterEach
	void close() {
		this.database.close();
	}

	@Test
	void anEmptyDatabaseIsPrepared() {
		try (PostgresStoragePlugin plugin = plugin(DEFAULTS)) {
			plugin.prepare();
			assertThat(tables("istos")).contains("istos_idempotency", "istos_lease", "istos_event_log",
					"istos_document", "istos_kv_store", "istos_schema_version");
			assertThat(tables("public")).isEmpty();
			assertThat(this.jdbc.queryForList("SELECT version FROM istos.istos_schema_version", Integer.class))
				.containsExactly(1);
		}
	}

	@Test
	void withoutBeingAskedToItIsPreparedWithTheFirstUse() {
		try (PostgresStoragePlugin plugin = plugin(DEFAULTS)) {
			assertThat(tables("istos")).isEmpty();
			assertThat(plugin.claimProcessed(Ledger.request(Ledger.key())).state()).isEqualTo(ClaimState.CLAIMED);
		}
	}

	@Test
	void anotherSchema() {
		try (PostgresStoragePlugin plugin = plugin(settings("order", InitializeSchema.AUTO))) {
			var request = Ledger.request(Ledger.key());
			var token = request.token(plugin.claimProcessed(request).epoch());
			assertThat(plugin.markProcessed(Ledger.completion(token, "1"))).isTrue();
			assertThat(plugin.checkProcessed(request.key())).isPresent();
			assertThat(plugin.getLog("", Ledger.OPERATION, 10)).hasSize(1);
			assertThat(plugin.purgeClaims(1)).isZero();
			var lease = Leases.request(Leases.scope());
			assertThat(plugin.acquire(lease).granted()).isNotNull();
			assertThat(plugin.releaseLease(Leases.release(lease.token(LeaseToken.UNKNOWN_EPOCH))))
				.isEqualTo(LeaseRelease.Answer.RELEASED);
			var key = Documents.key();
			assertThat(plugin.createDocument(key, "1").written()).isTrue();
			assertThat(plugin.updateDocument(key, Documents::next).value()).isEqualTo("2");
			plugin.put(key, "1");
			assertThat(plugin.findLease(lease.key())).isPresent();
			assertThat(plugin.purgeLog(Ledger.RETENTION, 1)).isZero();
			assertThat(tables("istos")).isEmpty();
			assertThat(tables("order")).contains("istos_idempotency", "istos_lease", "istos_document",
					"istos_kv_store");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "Istos", "a-b", "a b", "a\"b", "a;b", "pg_temp", "1a", "a.b", "é" })
	void schemaNamesThatAreRefused(String schema) {
		assertThatIllegalArgumentException().isThrownBy(() -> settings(schema, InitializeSchema.AUTO));
	}

	@Test
	void eightNodesStartAtOnce() throws Exception {
		ExecutorService nodes = Executors.newFixedThreadPool(8);
		for (int round = 0; round < 12; round++) {
			CyclicBarrier barrier = new CyclicBarrier(8);
			List<Future<ClaimState>> answers = new ArrayList<>();
			for (int i = 0; i < 8; i++) {
				answers.add(nodes.submit(() -> {
					try (PostgresStoragePlugin plugin = plugin(DEFAULTS)) {
						barrier.await();
						plugin.prepare();
						return plugin.claimProcessed(Ledger.request(Ledger.key())).state();
					}
				}));
			}
			for (Future<ClaimState> answer : answers) {
				assertThat(answer.get()).isEqualTo(ClaimState.CLAIMED);
			}
			this.jdbc.execute("DROP SCHEMA istos CASCADE");
		}
		nodes.shutdown();
	}

	/** IF NOT EXISTS alone looks before others commit. */
	@Test
	void theScriptItselfRunsEightTimesAtOnce() throws Exception {
		ExecutorService nodes = Executors.newFixedThreadPool(8);
		String script = new SchemaInitializer(null, DEFAULTS, new Sql(DEFAULTS)).script(false);
		for (int round = 0; round < 12; round++) {
			CyclicBarrier barrier = new CyclicBarrier(8);
			List<Future<Boolean>> runs = new ArrayList<>();
			for (int i = 0; i < 8; i++) {
				runs.add(nodes.submit(() -> {
					try (var connection = this.database.dataSource().getConnection();
							var statement = connection.createStatement()) {
						barrier.await();
						return statement.execute(script);
					}
				}));
			}
			for (Future<Boolean> run : runs) {
				assertThat(run.get()).isNotNull();
			}
			this.jdbc.execute("DROP SCHEMA istos CASCADE");
		}
		nodes.shutdown();
	}

	/** A migration takes no lock of ours. */
	@Test
	void aMigrationRunsAtTheSameTime() throws Exception {
		try (var migration = this.database.dataSource().getConnection(); var statement = migration.createStatement()) {
			migration.setAutoCommit(false);
			statement.execute("CREATE SCHEMA istos; CREATE SEQUENCE istos.istos_epoch");
			try (PostgresStoragePlugin plugin = plugin(DEFAULTS)) {
				FutureTask<ClaimState> node = new FutureTask<>(
						() -> plugin.claimProcessed(Ledger.request(Ledger.key())).state());
				new Thread(node).start();
				Ledger.awaitLockWait(this.jdbc);
				migration.commit();
				assertThat(node.get()).isEqualTo(ClaimState.CLAIMED);
			}
		}
	}

	@Test
	void aPreparedSchemaIsOnlyLookedAt() {
		try (PostgresStoragePlugin first = plugin(DEFAULTS)) {
			first.prepare();
		}
		createUser("GRANT USAGE ON SCHEMA istos TO %s; GRANT USAGE ON ALL SEQUENCES IN SCHEMA istos TO %s; "
				+ "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA istos TO %s");
		try (HikariDataSource pool = poolOfUser();
				PostgresStoragePlugin plugin = PostgresStoragePlugin.create(pool, DEFAULTS)) {
			plugin.prepare();
			var request = Ledger.request(Ledger.key());
			var token = request.token(plugin.claimProcessed(request).epoch());
			assertThat(plugin.markProcessed(Ledger.completion(token, "1"))).isTrue();
			assertThat(plugin.purgeClaims(1)).isZero();
		}
		finally {
			dropUser();
		}
	}

	@Test
	void withoutTheRightToCreateTheErrorHasTheSql() {
		createUser("");
		try (HikariDataSource pool = poolOfUser();
				PostgresStoragePlugin plugin = PostgresStoragePlugin.create(pool, DEFAULTS)) {
			assertThatExceptionOfType(PostgresSetupException.class).isThrownBy(plugin::prepare)
				.satisfies((ex) -> assertThat(ex.problem()).contains("missing").contains("permission denied"))
				.satisfies((ex) -> assertThat(ex.remedy()).contains("CREATE TABLE IF NOT EXISTS")
					.contains(".istos_idempotency"));
			this.jdbc.execute("CREATE SCHEMA istos AUTHORIZATION " + user());
			plugin.prepare();
			assertThat(plugin.claimProcessed(Ledger.request(Ledger.key())).state()).isEqualTo(ClaimState.CLAIMED);
		}
		finally {
			dropUser();
		}
	}

	@Test
	void neverMeansNever() {
		try (PostgresStoragePlugin plugin = plugin(settings("istos", InitializeSchema.NEVER))) {
			assertThatExceptionOfType(PostgresSetupException.class).isThrownBy(plugin::prepare)
				.withMessageContaining("never")
				.withMessageContaining("CREATE TABLE IF NOT EXISTS");
			assertThatExceptionOfType(StorageUnavailableException.class)
				.isThrownBy(() -> plugin.claimProcessed(Ledger.request(Ledger.key())));
			assertThat(tables("istos")).isEmpty();
			migrate();
			assertThat(plugin.claimProcessed(Ledger.request(Ledger.key())).state()).isEqualTo(ClaimState.CLAIMED);
		}
	}

	@Test
	void theScriptRunsAsAMigrationAsOftenAsOneLikes() {
		migrate();
		migrate();
		try (PostgresStoragePlugin plugin = plugin(settings("istos", InitializeSchema.NEVER))) {
			plugin.prepare();
		}
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "istos_idempotency", "istos_lease", "istos_event_log", "istos_document", "istos_kv_store" })
	void aMissingPrimaryKeyIsTold(String table) {
		migrate();
		this.jdbc.execute("ALTER TABLE istos." + table + " DROP CONSTRAINT " + table + "_pkey");
		assertRefused(table, "lacks its primary key");
	}

	@Test
	void anotherPrimaryKeyIsTold() {
		migrate();
		this.jdbc.execute("ALTER TABLE istos.istos_idempotency DROP CONSTRAINT istos_idempotency_pkey, "
				+ "ADD PRIMARY KEY (operation, key)");
		assertRefused("istos_idempotency", "primary key (namespace,operation,key)");
	}

	@ParameterizedTest
	@ValueSource(strings = { "owner", "former_state", "expires_at" })
	void aMissingColumnIsTold(String column) {
		migrate();
		this.jdbc.execute("ALTER TABLE istos.istos_idempotency DROP COLUMN " + column + " CASCADE");
		assertRefused("istos_idempotency", "[" + column + "]");
	}

	@ParameterizedTest
	@ValueSource(strings = { "owner", "taken_over", "version" })
	void aMissingColumnOfLeasesIsTold(String column) {
		migrate();
		this.jdbc.execute("ALTER TABLE istos.istos_lease DROP COLUMN " + column);
		assertRefused("istos_lease", "[" + column + "]");
	}

	@Test
	void aMissingColumnOfDocumentsIsTold() {
		migrate();
		this.jdbc.execute("ALTER TABLE istos.istos_document DROP COLUMN updated_at");
		assertRefused("istos_document", "[updated_at]");
	}

	/** From before there were documents and values, and a purge of the event log. */
	@Test
	void anInstallationWithoutDocumentsGetsThem() {
		migrate();
		try (PostgresStoragePlugin before = plugin(DEFAULTS)) {
			var lease = Leases.request(Leases.scope());
			long epoch = Objects.requireNonNull(before.acquire(lease).granted()).epoch();
			before.log("", "log", "1", null);
			this.jdbc.execute(
					"DROP TABLE istos.istos_document, istos.istos_kv_store; " + "DROP INDEX istos.istos_event_log_at");
			try (PostgresStoragePlugin never = plugin(settings("istos", InitializeSchema.NEVER))) {
				assertThatExceptionOfType(PostgresSetupException.class).isThrownBy(never::prepare)
					.withMessageContaining("istos_document");
			}
			var key = Documents.key();
			try (PostgresStoragePlugin plugin = plugin(DEFAULTS)) {
				plugin.prepare();
				assertThat(Objects.requireNonNull(plugin.createDocument(key, "1").document()).version())
					.isGreaterThan(epoch);
				plugin.put(key, "1");
				assertThat(plugin.getLog("", "log", 10)).hasSize(1);
				assertThat(plugin.findLease(lease.key()).orElseThrow().epoch()).isEqualTo(epoch);
			}
			assertThat(before.findDocument(key)).isPresent();
			assertThat(before.get(key)).contains("1");
		}
	}

	/** From before there were leases. */
	@Test
	void anInstallationWithoutLeasesGetsThem() {
		migrate();
		try (PostgresStoragePlugin before = plugin(DEFAULTS)) {
			var request = Ledger.request(Ledger.key());
			long epoch = before.claimProcessed(request).epoch();
			assertThat(before.markProcessed(Ledger.completion(request.token(epoch), "1"))).isTrue();
			this.jdbc.execute("DROP TABLE istos.istos_lease");
			try (PostgresStoragePlugin never = plugin(settings("istos", InitializeSchema.NEVER))) {
				assertThatExceptionOfType(PostgresSetupException.class).isThrownBy(never::prepare)
					.withMessageContaining("istos_lease");
			}
			try (PostgresStoragePlugin plugin = plugin(DEFAULTS)) {
				plugin.prepare();
				var granted = plugin.acquire(Leases.request(Leases.scope())).granted();
				assertThat(Objects.requireNonNull(granted).epoch()).isGreaterThan(epoch);
				assertThat(plugin.checkProcessed(request.key())).isPresent();
			}
			assertThat(before.acquire(Leases.request(Leases.scope())).granted()).isNotNull();
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "TABLE istos.istos_event_log", "TABLE istos.istos_lease", "TABLE istos.istos_document",
			"TABLE istos.istos_kv_store", "INDEX istos.istos_idempotency_expiry", "SEQUENCE istos.istos_epoch",
			"INDEX istos.istos_event_log_key", "INDEX istos.istos_event_log_at" })
	void whatIsMissingAsAWholeIsAdded(String object) {
		migrate();
		this.jdbc.execute("DROP " + object);
		try (PostgresStoragePlugin plugin = plugin(DEFAULTS)) {
			plugin.prepare();
			var request = Ledger.request(Ledger.key());
			var token = request.token(plugin.claimProcessed(request).epoch());
			assertThat(plugin.markProcessed(Ledger.completion(token, "1"))).isTrue();
		}
	}

	@Test
	void aDatabaseThatIsDownAtTheStartIsPreparedOnceItIsUp() {
		try (RestartablePostgres server = TestDatabase.restartable()) {
			HikariDataSource pool = server.database().hikari(2);
			server.stop();
			try (PostgresStoragePlugin plugin = PostgresStoragePlugin.create(pool, impatient())) {
				plugin.prepare();
				assertThatExceptionOfType(StorageUnavailableException.class)
					.isThrownBy(() -> plugin.claimProcessed(Ledger.request(Ledger.key())))
					.withMessageContaining(Ledger.OPERATION);
				server.start();
				var request = Ledger.request(Ledger.key());
				var token = request.token(plugin.claimProcessed(request).epoch());
				server.stop();
				server.start();
				assertThat(plugin.markProcessed(Ledger.completion(token, "1"))).isTrue();
			}
		}
	}

	/** Else they would wait for the same time-out one after the other. */
	@Test
	void whileTheDatabaseIsDownCallersFailTogether() throws Exception {
		ExecutorService callers = Executors.newFixedThreadPool(20);
		try (HikariDataSource pool = new HikariDataSource()) {
			pool.setJdbcUrl("jdbc:postgresql://localhost:1/nowhere");
			try (PostgresStoragePlugin plugin = PostgresStoragePlugin.create(pool, impatient())) {
				long start = System.nanoTime();
				List<Future<?>> calls = new ArrayList<>();
				for (int i = 0; i < 20; i++) {
					calls.add(callers.submit(() -> assertThatExceptionOfType(StorageUnavailableException.class)
						.isThrownBy(() -> plugin.claimProcessed(Ledger.request(Ledger.key())))));
				}
				for (Future<?> call : calls) {
					call.get();
				}
				assertThat((System.nanoTime() - start) / 1_000_000)
					.isLessThan(20 * impatient().connectionTimeout().toMillis() / 2);
			}
		}
		callers.shutdown();
	}

	@Test
	void anotherDatabaseIsRefusedByName() {
		HikariDataSource h2 = new HikariDataSource();
		h2.setJdbcUrl("jdbc:h2:mem:istos");
		try (h2; PostgresStoragePlugin plugin = PostgresStoragePlugin.create(h2, DEFAULTS)) {
			assertThatExceptionOfType(PostgresSetupException.class).isThrownBy(plugin::prepare)
				.withMessageContaining("leads to H2")
				.withMessageContaining("@IstosDataSource");
		}
	}

	@Test
	void anOldServerIsRefused() {
		assertThat(new SchemaLook(130_012, false, java.util.Map.of()).serverTooOld()).isTrue();
		assertThat(new SchemaLook(140_000, false, java.util.Map.of()).serverTooOld()).isFalse();
	}

	private void assertRefused(String... parts) {
		try (PostgresStoragePlugin plugin = plugin(DEFAULTS)) {
			var thrown = assertThatExceptionOfType(PostgresSetupException.class).isThrownBy(plugin::prepare);
			for (String part : parts) {
				thrown.withMessageContaining(part);
			}
		}
	}

	private void migrate() {
		new ResourceDatabasePopulator(new ClassPathResource("io/istos/storage/postgres/schema-postgresql.sql"))
			.execute(this.database.dataSource());
	}

	private PostgresStoragePlugin plugin(PostgresSettings settings) {
		return PostgresStoragePlugin.create(this.database.hikari(1), settings);
	}

	private static PostgresSettings settings(String schema, InitializeSchema mode) {
		return new PostgresSettings(schema, mode, 3, DEFAULTS.connectionTimeout(), DEFAULTS.statementTimeout(),
				DEFAULTS.lockTimeout());
	}

	private static PostgresSettings impatient() {
		return new PostgresSettings("istos", InitializeSchema.AUTO, 3, java.time.Duration.ofMillis(500),
				DEFAULTS.statementTimeout(), DEFAULTS.lockTimeout());
	}

	private String user() {
		return "user_" + this.jdbc.queryForObject("SELECT current_database()", String.class);
	}

	private void createUser(String grants) {
		this.jdbc.execute("CREATE ROLE " + user() + " LOGIN PASSWORD 'secret'");
		if (!grants.isEmpty()) {
			this.jdbc.execute(grants.replace("%s", user()));
		}
	}

	private void dropUser() {
		this.jdbc.execute("DROP OWNED BY " + user() + " CASCADE; DROP ROLE " + user());
	}

	private HikariDataSource poolOfUser() {
		HikariDataSource pool = new HikariDataSource();
		pool.setJdbcUrl(this.database.jdbcUrl());
		pool.setUsername(user());
		pool.setPassword("secret");
		return pool;
	}

	private List<String> tables(String schema) {
		return this.jdbc.queryForList("SELECT tablename FROM pg_tables WHERE schemaname = ?", String.class, schema);
	}

}
