package io.istos.verification.crash;

import java.time.Duration;
import java.util.Map;

import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

import io.istos.InFlightException;
import io.istos.testing.TestDatabase;
import io.istos.verification.Audit;
import io.istos.verification.Waiting;
import io.istos.verification.app.Desk;
import io.istos.verification.app.Nodes;
import io.istos.verification.app.Receipt;
import io.istos.verification.app.Step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@TestInstance(Lifecycle.PER_CLASS)
@Timeout(180)
class StalledHolderTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final TestDatabase database = TestDatabase.create();

	private final HikariDataSource dataSource = this.database.hikari(2);

	private final JdbcTemplate jdbc = new JdbcTemplate(this.dataSource);

	private ConfigurableApplicationContext other;

	private ChildProcess stalled;

	private String key;

	@BeforeAll
	void startNodes() {
		Audit.createTable(this.dataSource);
		this.stalled = ChildProcess.launch(ChildMain.class, properties("stalled"));
		this.other = Nodes.start((key, step) -> {
		}, Nodes.arguments(properties("other")));
		this.stalled.awaitReady();
	}

	@AfterAll
	void stopNodes() {
		this.stalled.close();
		this.other.close();
		this.database.close();
	}

	private Map<String, Object> properties(String name) {
		Map<String, Object> properties = Nodes.properties(name, this.database, false);
		properties.put("istos.durable.lease", "1s");
		return properties;
	}

	@BeforeEach
	void chooseKey(TestInfo test) {
		this.key = test.getTestMethod().orElseThrow().getName();
	}

	@Test
	void stoppedInItsBodyItCannotCommitAfterATakeOver() {
		stopAt("jdbc", Step.INSERTED);
		Receipt receipt = bookOnceLapsed("jdbc");
		resume();
		assertThat(this.stalled.awaitEnd(this.key)).isEqualTo("threw ClaimLostException");
		assertStands("jdbc", receipt, 2);
	}

	@Test
	void stoppedJustBeforeItsCompletionItCannotCommitAfterATakeOver() {
		stopAt("jdbc", Step.COMPLETING);
		Receipt receipt = bookOnceLapsed("jdbc");
		resume();
		assertThat(this.stalled.awaitEnd(this.key)).isEqualTo("threw ClaimLostException");
		assertStands("jdbc", receipt, 2);
	}

	@Test
	void stoppedBeforeItsBodyItDoesNotRun() {
		stopAt("jdbc", Step.CLAIMED);
		Receipt receipt = bookOnceLapsed("jdbc");
		resume();
		assertThat(this.stalled.awaitEnd(this.key)).isEqualTo("threw ClaimLostException");
		assertStands("jdbc", receipt, 2);
	}

	@Test
	void stoppedBetweenItsCompletionAndItsCommitItKeepsTheKey() {
		stopAt("jdbc", Step.COMPLETED);
		awaitLapse("jdbc");
		assertBusy("jdbc");
		resume();
		Receipt receipt = this.other.getBean("jdbc", Desk.class).book(awaitReturn());
		assertStands("jdbc", receipt, 1);
	}

	@Test
	void stoppedInASnapshotOfItsOwnItKeepsTheKeyAndCommits() {
		stopAt("snapshot", Step.INSERTED);
		awaitLapse("snapshot");
		assertBusy("snapshot");
		resume();
		Receipt receipt = this.other.getBean("snapshot", Desk.class).book(awaitReturn());
		assertStands("snapshot", receipt, 1);
	}

	@Test
	void stoppedInASnapshotOfItsOwnItKeepsTheKeyUntilItsSessionEnds() {
		stopAt("snapshot", Step.INSERTED);
		awaitLapse("snapshot");
		assertBusy("snapshot");
		this.stalled.kill(this.dataSource);
		assertStands("snapshot", this.other.getBean("snapshot", Desk.class).book(this.key), 2);
		this.stalled = ChildProcess.launch(ChildMain.class, properties("stalled"));
		this.stalled.awaitReady();
	}

	private void stopAt(String desk, Step step) {
		this.stalled.call(desk, this.key, step);
		this.stalled.awaitHalt(desk, this.key, step);
		this.stalled.stop();
	}

	private void resume() {
		this.stalled.resume();
		this.stalled.go(this.key);
	}

	private void awaitLapse(String desk) {
		Waiting
			.until("the claim to lapse", PATIENCE,
					() -> this.jdbc.queryForObject(
							"select deadline <= clock_timestamp() from istos.istos_idempotency"
									+ " where operation = ? and key = ? and state = 'C'",
							Boolean.class, desk, this.key));
	}

	private Receipt bookOnceLapsed(String desk) {
		awaitLapse(desk);
		return this.other.getBean(desk, Desk.class).book(this.key);
	}

	private void assertBusy(String desk) {
		assertThatExceptionOfType(InFlightException.class)
			.isThrownBy(() -> this.other.getBean(desk, Desk.class).book(this.key))
			.satisfies((ex) -> assertThat(ex.retryAfter()).isGreaterThanOrEqualTo(Duration.ofMillis(100)));
	}

	private String awaitReturn() {
		assertThat(this.stalled.awaitEnd(this.key)).startsWith("returned ");
		return this.key;
	}

	private void assertStands(String desk, Receipt receipt, int attempts) {
		assertThat(this.other.getBean(desk, Desk.class).book(this.key)).isEqualTo(receipt);
		assertThat(Audit.of(this.dataSource).violations()).isZero();
		assertThat(this.jdbc.queryForList("select id, node from booking where booking_key = ?", this.key))
			.containsExactly(Map.of("id", receipt.id(), "node", (attempts == 1) ? "stalled" : "other"));
		assertThat(this.jdbc.queryForObject("select attempts from istos.istos_idempotency where key = ?", Integer.class,
				this.key))
			.isEqualTo(attempts);
	}

}
