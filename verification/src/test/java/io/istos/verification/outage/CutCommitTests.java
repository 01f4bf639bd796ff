package io.istos.verification.outage;

import java.io.IOException;
import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

import io.istos.InFlightException;
import io.istos.StorageUnavailableException;
import io.istos.testing.TestDatabase;
import io.istos.verification.Audit;
import io.istos.verification.Waiting;
import io.istos.verification.app.Desk;
import io.istos.verification.app.Nodes;
import io.istos.verification.app.Receipt;
import io.istos.verification.app.Step;
import io.istos.verification.outage.CommitCutter.When;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@TestInstance(Lifecycle.PER_CLASS)
@Timeout(180)
class CutCommitTests {

	private static final String BUSINESS = "insert into booking";

	private static final int SLOW_COMMIT = 4711;

	private static final String CLAIM = "'CLAIMED'";

	private static final String COMPLETION = "SET state = 'D'";

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private final TestDatabase database = TestDatabase.create();

	private final HikariDataSource dataSource = this.database.hikari(2);

	private final JdbcTemplate jdbc = new JdbcTemplate(this.dataSource);

	private final Map<String, AtomicInteger> executions = new ConcurrentHashMap<>();

	private CommitCutter cutter;

	private ConfigurableApplicationContext node;

	private String key;

	@BeforeAll
	void startNode() throws IOException {
		Audit.createTable(this.dataSource);
		this.jdbc.execute("""
				create function wait_at_commit() returns trigger language plpgsql as $$
				begin
				  perform pg_advisory_xact_lock_shared(%d);
				  return null;
				end $$;
				create constraint trigger slow_commit after insert on booking deferrable initially deferred
				for each row execute function wait_at_commit();
				""".formatted(SLOW_COMMIT));
		URI url = URI.create(this.database.jdbcUrl().substring("jdbc:".length()));
		this.cutter = new CommitCutter(url.getHost(), (url.getPort() > 0) ? url.getPort() : 5432);
		Map<String, Object> properties = new HashMap<>(Nodes.properties("node", this.database, true));
		properties.put("spring.datasource.url", "jdbc:postgresql://localhost:" + this.cutter.port() + url.getPath()
				+ "?sslmode=disable&gssEncMode=disable");
		this.node = Nodes.start((called, step) -> {
			if (step == Step.BODY) {
				this.executions.computeIfAbsent(called, (absent) -> new AtomicInteger()).incrementAndGet();
			}
		}, Nodes.arguments(properties));
	}

	@AfterAll
	void stopNode() throws IOException {
		this.node.close();
		this.cutter.close();
		this.database.close();
	}

	@BeforeEach
	void chooseKey(TestInfo test) {
		this.key = test.getTestMethod().orElseThrow().getName() + " " + test.getDisplayName();
	}

	@AfterEach
	void rowsAndOutcomesAgree() {
		assertThat(Audit.of(this.dataSource).violations()).isZero();
	}

	@ParameterizedTest
	@EnumSource
	void beforeTheServerHasItTheCallFailsAndTheNextOneRuns(Transactional desk) {
		this.cutter.cut(When.BEFORE, BUSINESS, 1);
		assertThatException().isThrownBy(() -> book(desk))
			.isInstanceOfAny(TransactionException.class, DataAccessException.class);
		assertThat(this.cutter.cuts()).isOne();
		assertThat(rows()).isZero();
		awaitBooking(desk);
		assertStands(desk.name(), book(desk), 2);
	}

	@ParameterizedTest
	@EnumSource
	void afterTheServerHasItTheCallReturnsItsResult(Transactional desk) {
		this.cutter.cut(When.AFTER, BUSINESS, 1);
		Receipt receipt = book(desk);
		assertThat(this.cutter.cuts()).isOne();
		assertStands(desk.name(), receipt, 1);
	}

	@ParameterizedTest
	@EnumSource
	void whileTheServerIsAtItNobodyRunsAndThenTheResultStands(Transactional desk) throws Exception {
		try (Connection gate = this.database.dataSource().getConnection()) {
			execute(gate, "select pg_advisory_lock(" + SLOW_COMMIT + ")");
			this.cutter.cut(When.DURING, BUSINESS, 1);
			CompletableFuture<Receipt> call = CompletableFuture.supplyAsync(() -> book(desk),
					(task) -> new Thread(task).start());
			Waiting.until("the server to be at the commit", PATIENCE, () -> this.cutter.cuts() == 1 && isCommitting());
			assertThatExceptionOfType(InFlightException.class).isThrownBy(() -> book(desk));
			execute(gate, "select pg_advisory_unlock(" + SLOW_COMMIT + ")");
			// Nobody sees a joined claim before it is committed: its caller gets the
			// failure.
			Receipt receipt = (desk != Transactional.joined) ? call.get(30, TimeUnit.SECONDS) : null;
			awaitBooking(desk);
			assertStands(desk.name(), (receipt != null) ? receipt : book(desk), 1);
		}
	}

	private boolean isCommitting() {
		return this.jdbc.queryForObject("select count(*) from pg_stat_activity where datname = current_database()"
				+ " and wait_event_type = 'Lock' and wait_event = 'advisory'", Integer.class) > 0;
	}

	private static void execute(Connection connection, String sql) throws SQLException {
		try (Statement statement = connection.createStatement()) {
			statement.execute(sql);
		}
	}

	@Test
	void ofACallersTransactionItKeepsItsExceptionAndTheNextCallReplays() {
		TransactionTemplate callers = new TransactionTemplate(this.node.getBean(PlatformTransactionManager.class));
		this.cutter.cut(When.AFTER, BUSINESS, 1);
		assertThatExceptionOfType(TransactionException.class)
			.isThrownBy(() -> callers.execute((status) -> book(Transactional.jdbc)));
		assertThat(this.cutter.cuts()).isOne();
		assertStands("jdbc", book(Transactional.jdbc), 1);
	}

	@Test
	void ofACallersTransactionBeforeTheServerHasItTheNextCallRuns() {
		TransactionTemplate callers = new TransactionTemplate(this.node.getBean(PlatformTransactionManager.class));
		this.cutter.cut(When.BEFORE, BUSINESS, 1);
		assertThatExceptionOfType(TransactionException.class)
			.isThrownBy(() -> callers.execute((status) -> book(Transactional.jdbc)));
		assertThat(this.cutter.cuts()).isOne();
		assertThat(rows()).isZero();
		awaitBooking(Transactional.jdbc);
		assertStands("jdbc", book(Transactional.jdbc), 2);
	}

	@ParameterizedTest
	@EnumSource(names = { "BEFORE", "AFTER" })
	void ofAClaimOnceNobodyNotices(When when) {
		this.cutter.cut(when, CLAIM, 1);
		Receipt receipt = book(Transactional.jdbc);
		assertThat(this.cutter.cuts()).isOne();
		assertStands("jdbc", receipt, 1);
	}

	@ParameterizedTest
	@EnumSource(names = { "BEFORE", "AFTER" })
	void ofAClaimAgainAndAgainNothingRunsUntilItIsOver(When when) {
		this.cutter.cut(when, CLAIM, Integer.MAX_VALUE);
		assertThatExceptionOfType(StorageUnavailableException.class).isThrownBy(() -> book(Transactional.jdbc));
		assertThat(this.executions).doesNotContainKey(this.key);
		assertThat(this.cutter.cuts()).isGreaterThan(1);
		this.cutter.cut(when, CLAIM, 0);
		awaitBooking(Transactional.jdbc);
		assertThat(this.executions.get(this.key)).hasValue(1);
		assertThat(rows()).isOne();
	}

	@ParameterizedTest
	@EnumSource(names = { "BEFORE", "AFTER" })
	void ofACompletionWithoutTransactionItIsWrittenAgain(When when) {
		this.cutter.cut(when, COMPLETION, 3);
		Receipt receipt = this.node.getBean("own", Desk.class).book(this.key);
		assertThat(this.cutter.cuts()).isEqualTo(3);
		assertStands("own", receipt, 1);
	}

	private Receipt book(Transactional desk) {
		return this.node.getBean(desk.name(), Desk.class).book(this.key);
	}

	// What was cut off may hold the key until the server notices, or it is given up.
	private void awaitBooking(Transactional desk) {
		Waiting.until(desk + " to book", PATIENCE, () -> isBooked(desk));
	}

	private boolean isBooked(Transactional desk) {
		try {
			book(desk);
			return true;
		}
		catch (InFlightException | StorageUnavailableException ex) {
			return false;
		}
	}

	private int rows() {
		return this.jdbc.queryForObject("select count(*) from booking where booking_key = ?", Integer.class, this.key);
	}

	private void assertStands(String desk, Receipt receipt, int executions) {
		assertThat(this.node.getBean(desk, Desk.class).book(this.key)).isEqualTo(receipt);
		assertThat(this.executions.get(this.key)).hasValue(executions);
		assertThat(this.jdbc.queryForList("select id::text from booking where booking_key = ?", String.class, this.key))
			.containsExactly(receipt.id().toString());
	}

	/**
	 * Desks whose row and outcome are one commit.
	 */
	enum Transactional {

		jdbc, jpa, snapshot, joined

	}

}
