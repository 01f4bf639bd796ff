package io.istos.verification.crash;

import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.Test;

import io.istos.InFlightException;
import io.istos.verification.Audit;
import io.istos.verification.Waiting;
import io.istos.verification.app.Receipt;
import io.istos.verification.app.Step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class StalledHolderTests extends StalledNodeTestSupport {

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
		awaitReturn();
		Receipt receipt = bookOnOther("jdbc");
		assertStands("jdbc", receipt, 1);
	}

	@Test
	void stoppedInASnapshotOfItsOwnItKeepsTheKeyAndCommits() {
		stopAt("snapshot", Step.INSERTED);
		awaitLapse("snapshot");
		assertBusy("snapshot");
		resume();
		awaitReturn();
		Receipt receipt = bookOnOther("snapshot");
		assertStands("snapshot", receipt, 1);
	}

	@Test
	void stoppedInASnapshotOfItsOwnItKeepsTheKeyUntilItsSessionEnds() {
		stopAt("snapshot", Step.INSERTED);
		awaitLapse("snapshot");
		assertBusy("snapshot");
		this.stalled.kill(this.dataSource);
		assertStands("snapshot", bookOnOther("snapshot"), 2);
		startStalled();
		this.stalled.awaitReady();
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
		return bookOnOther(desk);
	}

	private void assertBusy(String desk) {
		assertThatExceptionOfType(InFlightException.class).isThrownBy(() -> bookOnOther(desk))
			.satisfies((ex) -> assertThat(ex.retryAfter()).isGreaterThanOrEqualTo(Duration.ofMillis(100)));
	}

	private void awaitReturn() {
		assertThat(this.stalled.awaitEnd(this.key)).startsWith("returned ");
	}

	private void assertStands(String desk, Receipt receipt, int attempts) {
		assertThat(bookOnOther(desk)).isEqualTo(receipt);
		assertThat(Audit.of(this.dataSource).violations()).isZero();
		assertThat(this.jdbc.queryForList("select id, node from booking where booking_key = ?", this.key))
			.containsExactly(Map.of("id", receipt.id(), "node", (attempts == 1) ? "stalled" : "other"));
		assertThat(this.jdbc.queryForObject("select attempts from istos.istos_idempotency where key = ?", Integer.class,
				this.key))
			.isEqualTo(attempts);
	}

}
