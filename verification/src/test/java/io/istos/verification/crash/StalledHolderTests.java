package io.istos.verification.crash;

import java.time.Duration;
import java.util.Map;

import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

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

class StalledHolderTests {

	private static final Duration PATIENCE = Duration.ofSeconds(20);

	private final TestDatabase database = TestDatabase.create();

	private final HikariDataSource dataSource = this.database.hikari(2);

	private final JdbcTemplate jdbc = new JdbcTemplate(this.dataSource);

	private ConfigurableApplicationContext other;

	private ChildProcess stalled;

	@BeforeEach
	void startNodes() {
		Audit.createTable(this.dataSource);
		this.stalled = ChildProcess.launch(properties("stalled"));
		this.other = Nodes.start((key, step) -> {
		}, Nodes.arguments(properties("other")));
		this.stalled.awaitReady();
	}

	@AfterEach
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

	@Test
	void stoppedInItsBodyItCannotCommitAfterATakeOver() {
		stopAt("jdbc", Step.INSERTED);
		Receipt receipt = bookOnceLapsed("jdbc");
		resume();
		assertThat(this.stalled.awaitEnd("k")).isEqualTo("threw ClaimLostException");
		assertStands("jdbc", receipt, 2);
	}

	@Test
	void stoppedJustBeforeItsCompletionItCannotCommitAfterATakeOver() {
		stopAt("jdbc", Step.COMPLETING);
		Receipt receipt = bookOnceLapsed("jdbc");
		resume();
		assertThat(this.stalled.awaitEnd("k")).isEqualTo("threw ClaimLostException");
		assertStands("jdbc", receipt, 2);
	}

	@Test
	void stoppedBeforeItsBodyItDoesNotRun() {
		stopAt("jdbc", Step.CLAIMED);
		Receipt receipt = bookOnceLapsed("jdbc");
		resume();
		assertThat(this.stalled.awaitEnd("k")).isEqualTo("threw ClaimLostException");
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
		assertStands("snapshot", this.other.getBean("snapshot", Desk.class).book("k"), 2);
	}

	private void stopAt(String desk, Step step) {
		this.stalled.call(desk, "k", step);
		this.stalled.awaitHalt("k", step);
		this.stalled.stop();
	}

	private void resume() {
		this.stalled.resume();
		this.stalled.go("k");
	}

	private void awaitLapse(String desk) {
		Waiting.until("the claim to lapse", PATIENCE,
				() -> this.jdbc.queryForObject("select deadline <= clock_timestamp() from istos.istos_idempotency"
						+ " where operation = ? and key = 'k' and state = 'C'", Boolean.class, desk));
	}

	private Receipt bookOnceLapsed(String desk) {
		awaitLapse(desk);
		return this.other.getBean(desk, Desk.class).book("k");
	}

	private void assertBusy(String desk) {
		assertThatExceptionOfType(InFlightException.class)
			.isThrownBy(() -> this.other.getBean(desk, Desk.class).book("k"))
			.satisfies((ex) -> assertThat(ex.retryAfter()).isGreaterThanOrEqualTo(Duration.ofMillis(100)));
	}

	private String awaitReturn() {
		assertThat(this.stalled.awaitEnd("k")).startsWith("returned ");
		return "k";
	}

	private void assertStands(String desk, Receipt receipt, int attempts) {
		assertThat(this.other.getBean(desk, Desk.class).book("k")).isEqualTo(receipt);
		Audit audit = Audit.of(this.dataSource);
		assertThat(audit.violations()).isZero();
		assertThat(audit.rows()).isEqualTo(1);
		assertThat(this.jdbc.queryForMap("select id, node from booking")).containsEntry("id", receipt.id())
			.containsEntry("node", (attempts == 1) ? "stalled" : "other");
		assertThat(this.jdbc.queryForObject("select attempts from istos.istos_idempotency", Integer.class))
			.isEqualTo(attempts);
	}

}
