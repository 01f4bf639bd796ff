package io.istos.storage.postgres;

import java.sql.Connection;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.istos.InvalidKeyException;
import io.istos.StorageUnavailableException;
import io.istos.UnstorableResultException;
import io.istos.storage.ClaimDecision;
import io.istos.storage.ClaimDecision.Verdict;
import io.istos.storage.ClaimKey;
import io.istos.storage.ClaimQuery;
import io.istos.storage.ClaimStatus;
import io.istos.storage.ClaimToken;
import io.istos.storage.DecisionAnswer;
import io.istos.storage.LeaseQuery;
import io.istos.storage.LeaseRequest;
import io.istos.storage.LeaseStatus;
import io.istos.storage.OperatorStore.OperationName;
import io.istos.storage.Outcome;
import io.istos.storage.ScopeKey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * What people ask and decide, where PostgreSQL matters.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PostgresOperatorsTests {

	private static final OperationName OPERATION = new OperationName("", Ledger.OPERATION);

	private FaultyConnections connections;

	private Ledger ledger;

	@BeforeEach
	void open() {
		this.ledger = Ledger.create(PostgresSettings.defaults(), (pool) -> {
			this.connections = new FaultyConnections(ReservedPool.like(pool, PostgresSettings.defaults()));
			return this.connections;
		});
	}

	@AfterEach
	void close() {
		this.ledger.close();
	}

	private static ClaimDecision decision(ClaimKey key, Verdict verdict) {
		Outcome outcome = (verdict == Verdict.COMPLETE) ? Outcome.UNKNOWN : null;
		return new ClaimDecision(key, null, verdict, outcome, Ledger.RETENTION, "1");
	}

	private ClaimKey held() {
		ClaimToken token = this.ledger.claimed(Ledger.key());
		this.ledger.plugin.releaseClaim(Ledger.hold(token));
		return token.key();
	}

	@ParameterizedTest
	@ValueSource(strings = { "istos_idempotency", "istos_lease", "istos_event_log", "istos_document", "istos_kv_store",
			"istos_schema_version" })
	void theStatusNamesTheTableThatLacksItsPrimaryKey(String table) {
		assertThat(this.ledger.plugin.status().schemaVersion()).isEqualTo(1);
		this.ledger.jdbc.execute("ALTER TABLE istos." + table + " DROP CONSTRAINT " + table + "_pkey");
		for (int i = 0; i < 2; i++) {
			assertThatExceptionOfType(PostgresSetupException.class).isThrownBy(this.ledger.plugin::status)
				.withMessageContaining("Table " + table + " lacks its primary key");
		}
		assertThatExceptionOfType(PostgresSetupException.class)
			.isThrownBy(() -> this.ledger.claim(Ledger.request(Ledger.key())));
	}

	@Test
	void orAnInvalidOne() {
		this.ledger.jdbc.execute("UPDATE pg_index SET indisvalid = false "
				+ "WHERE indexrelid = 'istos.istos_idempotency_pkey'::regclass");
		assertThatExceptionOfType(PostgresSetupException.class).isThrownBy(this.ledger.plugin::status)
			.withMessageContaining("Table istos_idempotency lacks its primary key (namespace,operation,key)");
		this.ledger.jdbc.execute("UPDATE pg_index SET indisvalid = true "
				+ "WHERE indexrelid = 'istos.istos_idempotency_pkey'::regclass");
		assertThat(this.ledger.plugin.status().schemaVersion()).isEqualTo(1);
	}

	@Test
	void aTableThatVanishedIsCreatedAnew() {
		this.ledger.plugin.status();
		this.ledger.jdbc.execute("DROP TABLE istos.istos_kv_store");
		assertThat(this.ledger.plugin.status().schemaVersion()).isEqualTo(1);
		assertThat(this.ledger.jdbc.queryForList("SELECT * FROM istos.istos_kv_store")).isEmpty();
		this.ledger.jdbc.execute("DROP TABLE istos.istos_idempotency");
		assertThatExceptionOfType(StorageUnavailableException.class).isThrownBy(this.ledger.plugin::status)
			.withMessageContaining("42P01");
		assertThat(this.ledger.plugin.status().schemaVersion()).isEqualTo(1);
	}

	@ParameterizedTest
	@ValueSource(strings = { "TABLE istos.istos_kv_store", "TABLE istos.istos_idempotency",
			"INDEX istos.istos_idempotency_open", "SEQUENCE istos.istos_epoch" })
	void whereNothingMayBeCreatedItIsMissed(String what) {
		PostgresSettings defaults = PostgresSettings.defaults();
		PostgresSettings never = new PostgresSettings("istos", PostgresSettings.InitializeSchema.NEVER, 3,
				defaults.connectionTimeout(), defaults.statementTimeout(), defaults.lockTimeout());
		try (PostgresStoragePlugin plugin = PostgresStoragePlugin.create(this.ledger.pool, never)) {
			assertThat(plugin.status().schemaVersion()).isEqualTo(1);
			this.ledger.jdbc.execute("DROP " + what);
			assertThatExceptionOfType(StorageUnavailableException.class).isThrownBy(plugin::status);
			assertThatExceptionOfType(PostgresSetupException.class).isThrownBy(plugin::status)
				.withMessageContaining("Istos's tables are missing in schema 'istos': istos_");
		}
	}

	@Test
	void everythingIsOneRoundTrip() {
		ClaimKey key = held();
		ClaimKey free = held();
		ScopeKey scope = new ScopeKey("", "scope");
		this.ledger.plugin.acquire(new LeaseRequest(scope, UUID.randomUUID(), Ledger.LONG, null));
		List<Runnable> questions = List.of(this.ledger.plugin::status, () -> this.ledger.plugin.summary(""),
				() -> this.ledger.plugin.findClaims(query(EnumSet.of(ClaimStatus.HELD))),
				() -> this.ledger.plugin.findClaims(query(EnumSet.allOf(ClaimStatus.class))),
				() -> this.ledger.plugin.findClaim(key),
				() -> this.ledger.plugin.findLeases(new LeaseQuery("", EnumSet.allOf(LeaseStatus.class), null, 10)),
				() -> this.ledger.plugin.operations(""),
				() -> this.ledger.plugin.decide(decision(free, Verdict.RELEASE)),
				() -> this.ledger.plugin.decide(decision(free, Verdict.COMPLETE)),
				() -> this.ledger.plugin.decide(decision(key, Verdict.FORGET)),
				() -> this.ledger.plugin.forgetClaims(OPERATION, "a", 10, "1"),
				() -> this.ledger.plugin.forgetLog(OPERATION, "a", null, 10),
				() -> this.ledger.plugin.importFinished(OPERATION, List.of("a", "b"), Ledger.RETENTION, "1"),
				() -> this.ledger.plugin.endLease(scope, null, "1"));
		for (Runnable question : questions) {
			this.connections.statements.set(0);
			question.run();
			assertThat(this.connections.statements).as("statements of question %d", questions.indexOf(question))
				.hasValue(1);
		}
	}

	private static ClaimQuery query(EnumSet<ClaimStatus> statuses) {
		return new ClaimQuery("", null, statuses, Duration.ZERO, null, null, 10);
	}

	@ParameterizedTest
	@EnumSource
	void aDecisionThatCanNotBeEnteredIsNotCarriedOut(Verdict verdict) {
		ClaimKey key = held();
		this.ledger.jdbc.execute("ALTER TABLE istos.istos_event_log ADD CONSTRAINT no_audit CHECK (kind <> 'admin')");
		assertThatExceptionOfType(StorageUnavailableException.class)
			.isThrownBy(() -> this.ledger.plugin.decide(decision(key, verdict)));
		assertThat(this.ledger.plugin.findClaim(key).orElseThrow().status()).isEqualTo(ClaimStatus.HELD);
		assertThatExceptionOfType(StorageUnavailableException.class)
			.isThrownBy(() -> this.ledger.plugin.importFinished(OPERATION, List.of("a"), Ledger.RETENTION, "1"));
		assertThat(this.ledger.plugin.findClaim(new ClaimKey("", Ledger.OPERATION, "a"))).isEmpty();
		assertThatExceptionOfType(StorageUnavailableException.class)
			.isThrownBy(() -> this.ledger.plugin.forgetClaims(OPERATION, "key", 10, "1"));
		assertThat(this.ledger.plugin.findClaim(key)).isPresent();
	}

	@ParameterizedTest
	@EnumSource
	void aDecisionWhoseAnswerWasLostIsNotSentAgain(Verdict verdict) {
		ClaimKey key = held();
		this.connections.fail("08006", true);
		assertThatExceptionOfType(StorageUnavailableException.class)
			.isThrownBy(() -> this.ledger.plugin.decide(decision(key, verdict)));
		assertThat(this.connections.pending()).isZero();
		assertThat(this.ledger.plugin.getLog("", "istos.admin", 10)).hasSize(1);
	}

	@ParameterizedTest
	@EnumSource
	@SuppressWarnings("try") // the rival need only be there
	void nobodyWaitsForARowThatAnotherHasLocked(Verdict verdict) throws Exception {
		ClaimKey key = held();
		this.ledger.whileLocked(key, () -> {
			assertThat(this.ledger.plugin.decide(decision(key, verdict))).isEqualTo(DecisionAnswer.LOCKED);
			assertThat(this.ledger.plugin.findClaims(query(EnumSet.of(ClaimStatus.HELD)))).hasSize(1);
			assertThat(this.ledger.plugin.forgetClaims(OPERATION, "key", 10, "1")).isZero();
		});
		ScopeKey scope = new ScopeKey("", "scope");
		this.ledger.plugin.acquire(new LeaseRequest(scope, UUID.randomUUID(), Ledger.LONG, null));
		try (Connection rival = this.ledger.rival("SELECT 1 FROM istos.istos_lease FOR KEY SHARE")) {
			assertThat(this.ledger.plugin.endLease(scope, null, "1")).isEqualTo(DecisionAnswer.LOCKED);
		}
	}

	@Test
	void norForOneThatAnotherCreates() {
		ClaimKey key = Ledger.key();
		this.ledger.inTransaction((transaction) -> {
			this.ledger.plugin.claimProcessed(Ledger.request(key), transaction);
			assertThatExceptionOfType(StorageUnavailableException.class).isThrownBy(
					() -> this.ledger.plugin.importFinished(OPERATION, List.of(key.key(), "a"), Ledger.RETENTION, "1"))
				.withMessageContaining("Another transaction held the row");
			return key;
		});
		assertThat(this.ledger.plugin.findClaim(new ClaimKey("", Ledger.OPERATION, "a"))).isEmpty();
	}

	@Test
	void anAnswerThatTakesLongKeepsNoClaimWaiting() throws Exception {
		try (Connection rival = this.ledger.rival("LOCK TABLE istos.istos_event_log")) {
			CompletableFuture<Void> walk = CompletableFuture
				.runAsync(() -> this.ledger.plugin.forgetLog(OPERATION, "a", null, 10));
			Ledger.awaitLockWait(this.ledger.jdbc);
			this.ledger.claimed(Ledger.key());
			this.ledger.plugin.status();
			assertThat(walk).isNotDone();
			rival.rollback();
			walk.get();
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "nul \0", "half \ud83d" })
	void whatCanNotBeStoredIsRefused(String text) {
		ClaimKey key = held();
		ClaimDecision decision = new ClaimDecision(key, null, Verdict.RELEASE, null, Ledger.RETENTION, text);
		assertThatExceptionOfType(UnstorableResultException.class)
			.isThrownBy(() -> this.ledger.plugin.decide(decision));
		ClaimDecision completion = new ClaimDecision(key, null, Verdict.COMPLETE,
				new Outcome(Outcome.Kind.RESULT, text), Ledger.RETENTION, "1");
		assertThatExceptionOfType(UnstorableResultException.class)
			.isThrownBy(() -> this.ledger.plugin.decide(completion));
		assertThatIllegalArgumentException().isThrownBy(() -> this.ledger.plugin.summary(text));
		assertThatIllegalArgumentException().isThrownBy(() -> this.ledger.plugin.operations(text));
		assertThatIllegalArgumentException().isThrownBy(() -> this.ledger.plugin.forgetLog(OPERATION, text, null, 10));
		assertThatExceptionOfType(InvalidKeyException.class)
			.isThrownBy(() -> this.ledger.plugin.importFinished(OPERATION, List.of(text), Ledger.RETENTION, "1"));
		assertThat(this.ledger.plugin.getLog("", "istos.admin", 10)).isEmpty();
	}

	@Test
	void theRowsAreAnEstimate() {
		this.ledger.done(Ledger.key(), "1");
		assertThat(this.ledger.plugin.summary("").rows()).isZero();
		this.ledger.jdbc.execute("ANALYZE istos.istos_idempotency");
		assertThat(this.ledger.plugin.summary("elsewhere").rows()).isOne();
	}

}
