package io.istos;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import io.istos.LeaseExamples.Payout;
import io.istos.LeaseExamples.Receiver;
import io.istos.LeaseExamples.StaleTokenException;
import io.istos.storage.Acquisition;
import io.istos.storage.LeaseRenewal;
import io.istos.storage.LeaseRequest;
import io.istos.storage.LeaseToken;
import io.istos.storage.ScopeKey;
import io.istos.storage.postgres.PostgresSettings;
import io.istos.storage.postgres.PostgresStoragePlugin;
import io.istos.testing.TestDatabase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * What the pages on leases say, where a machine can tell whether it is true.
 */
class LeaseDocumentationTests {

	private static final String PAGE = "leases.md";

	/** As the documented statements name them. */
	private static final ScopeKey SETTLEMENT = new ScopeKey("shop", "settlement");

	private static final ScopeKey IMPORT = new ScopeKey("shop", "import/fx");

	private static final String WAITING = "SELECT 1 FROM pg_stat_activity"
			+ " WHERE datname = current_database() AND wait_event_type = 'Lock'";

	private final TestDatabase database = TestDatabase.create();

	private final HikariDataSource pool = this.database.hikari(4);

	private final PostgresStoragePlugin store = PostgresStoragePlugin.create(this.pool, this.pool,
			PostgresSettings.defaults());

	private final List<Payout> received = new ArrayList<>();

	private final Receiver receiver = new Receiver(JdbcClient.create(this.pool), this.received::add);

	@BeforeEach
	void createTables() throws SQLException {
		this.store.prepare();
		rows(statement("CREATE TABLE last_token"));
	}

	@AfterEach
	void close() {
		this.pool.close();
		this.database.close();
	}

	static String statement(String part) {
		return Documented.statement(PAGE, part);
	}

	@ParameterizedTest
	@ValueSource(strings = { PAGE, "coming-from-shedlock.md" })
	void itsCodeIsCompiled(String page) {
		String examples = Documented.essence(Documented.test("LeaseExamples.java"));
		List<String> fragments = Documented.blocks(page, "java")
			.stream()
			.filter((fragment) -> !fragment.contains("SchedulerLock"))
			.toList();
		assertThat(fragments).isNotEmpty()
			.allSatisfy((fragment) -> assertThat(examples).contains(Documented.essence(fragment)));
	}

	@Test
	void theReceiverRefusesTokensThatAreSmallerThanOneItHasSeen() {
		receive("payout/a", 7);
		receive("payout/a", 7);
		assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> receive("payout/a", 6));
		receive("payout/b", 6);
		receive("payout/a", 9);
		assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> receive("payout/a", 8));
		assertThat(this.received).hasSize(4);
	}

	@Test
	void requestsOfOneScopeQueueAtTheReceiver() {
		TransactionTemplate transactions = new TransactionTemplate(new JdbcTransactionManager(this.pool));
		receive("payout/a", 6);
		CompletableFuture<Void> late = transactions.execute((status) -> {
			receive("payout/a", 8);
			CompletableFuture<Void> stale = CompletableFuture
				.runAsync(() -> transactions.executeWithoutResult((other) -> receive("payout/a", 7)));
			await().until(() -> rows(WAITING) == 1);
			return stale;
		});
		assertThat(Objects.requireNonNull(late)).failsWithin(Duration.ofSeconds(20))
			.withThrowableThat()
			.withCauseInstanceOf(StaleTokenException.class);
		assertThat(this.received).hasSize(2);
	}

	private void receive(String scope, long token) {
		this.receiver.receive(new Payout("4711"), scope, token);
	}

	@Test
	void anOperatorSeesWhoHoldsWhatAndTakesItAway() throws SQLException {
		String holders = statement("AS remaining");
		String lapsed = statement("deadline <= clock_timestamp();");
		LeaseToken token = acquired(SETTLEMENT);
		assertThat(rows(holders)).isOne();
		assertThat(rows(lapsed)).isZero();
		lapse();
		assertThat(rows(holders)).isZero();
		assertThat(rows(lapsed)).isOne();

		LeaseToken next = acquired(SETTLEMENT);
		assertThat(rows(statement("SET owner = NULL"))).isOne();
		assertThat(this.store.holds(next)).isFalse();
		assertThat(this.store.renewLeases(List.of(new LeaseRenewal(next, Duration.ofMinutes(1)))))
			.containsExactly(LeaseRenewal.Answer.TAKEN_OVER);
		assertThat(rows(holders) + rows(lapsed)).isZero();
		assertThat(acquired(SETTLEMENT).epoch()).isGreaterThan(token.epoch());
	}

	@Test
	void anOperatorLetsAJobBeginAnewUnlessItRuns() throws SQLException {
		String reset = statement("SET state = NULL");
		acquired(IMPORT);
		rows("UPDATE istos.istos_lease SET state = '{\"nextLine\": 7}', version = 1");
		assertThat(rows(statement("SELECT state, version"))).isOne();
		assertThat(rows(reset)).isZero();
		lapse();
		assertThat(rows(reset)).isOne();
		Acquisition.Granted next = granted(IMPORT);
		assertThat(next.state()).isNull();
		assertThat(next.version()).isEqualTo(2);
	}

	@Test
	void anOperatorDeletesWhatIsNotUsedAnyMore() throws SQLException {
		String delete = statement("DELETE FROM");
		acquired(SETTLEMENT);
		rows("UPDATE istos.istos_lease SET deadline = clock_timestamp() - interval '91 days'");
		assertThat(rows(delete)).isZero();
		rows(statement("SET owner = NULL"));
		assertThat(rows(delete)).isZero();
		rows("UPDATE istos.istos_lease SET deadline = clock_timestamp() - interval '91 days'");
		assertThat(rows(delete)).isOne();
	}

	@Test
	void anOperatorRaisesTheTokens() throws SQLException {
		assertThat(acquired(SETTLEMENT).epoch()).isLessThan(1_000_000);
		rows(statement("setval"));
		assertThat(acquired(IMPORT).epoch()).isGreaterThan(1_000_000);
	}

	private void lapse() throws SQLException {
		rows("UPDATE istos.istos_lease SET deadline = clock_timestamp()");
	}

	private LeaseToken acquired(ScopeKey scope) {
		LeaseRequest request = request(scope);
		return request.token(granted(request).epoch());
	}

	private Acquisition.Granted granted(ScopeKey scope) {
		return granted(request(scope));
	}

	private Acquisition.Granted granted(LeaseRequest request) {
		return Objects.requireNonNull(this.store.acquire(request).granted());
	}

	private static LeaseRequest request(ScopeKey scope) {
		return new LeaseRequest(scope, UUID.randomUUID(), Duration.ofMinutes(1), "node-1");
	}

	private int rows(String sql) throws SQLException {
		return Documented.rows(this.pool, sql);
	}

}
