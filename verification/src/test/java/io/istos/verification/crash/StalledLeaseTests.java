package io.istos.verification.crash;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

import io.istos.ScopeBusyException;
import io.istos.verification.Waiting;
import io.istos.verification.app.Receipt;
import io.istos.verification.app.Step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The key of each call is the scope of its lease.
 */
class StalledLeaseTests extends StalledNodeTestSupport {

	private static final String LEASE = " from istos.istos_lease where scope = ?";

	@Test
	void stoppedBeforeItsBodyItDoesNotRun() throws Exception {
		stopAt("leased", Step.CLAIMED);
		assertRefusedBesideTheNextHolder();
	}

	@Test
	void stoppedInItsBodyItCannotCommit() throws Exception {
		stopAt("leased", Step.INSERTED);
		assertRefusedBesideTheNextHolder();
	}

	@Test
	void stoppedJustBeforeTheFenceItCannotCommit() throws Exception {
		stopAt("leased", Step.COMPLETING);
		assertRefusedBesideTheNextHolder();
	}

	@Test
	void stoppedJustAfterItsCommitItCannotRelease() throws Exception {
		stopAt("leased", Step.COMMITTED);
		Receipt receipt = resumeBesideTheNextHolder("returned ");
		assertThat(this.jdbc.queryForList("select node from booking where booking_key = ? order by epoch", String.class,
				this.key))
			.containsExactly("stalled", "other");
		assertThat(receipt.epoch()).isEqualTo(epoch());
	}

	@Test
	void lapsedItIsNotRenewedEvenIfNobodyTookIt() {
		stopAt("leased-ahead", Step.BODY);
		awaitLapse();
		Map<String, Object> lapsed = lease();
		this.stalled.resume();
		this.stalled.awaitLoss(this.key);
		assertThat(lease()).isEqualTo(lapsed);
		this.stalled.go(this.key);
		assertThat(this.stalled.awaitEnd(this.key)).isEqualTo("threw LeaseLostException");
		assertThat(rows()).isZero();
		assertThat(bookOnOther("leased").epoch()).isGreaterThan((long) lapsed.get("epoch"));
	}

	@Test
	void stoppedBetweenTheFenceAndItsCommitItKeepsOthersOutNoLongerThanItsTtl() {
		stopAt("leased", Step.COMPLETED);
		Receipt receipt = bookOnOtherOnceFree("leased");
		resume();
		assertThat(this.stalled.awaitEnd(this.key)).startsWith("threw ");
		assertOnlyRow(receipt);
	}

	@Test
	void stoppedInASnapshotOfItsOwnItKeepsTheScopeAndCommits() {
		stopAt("leased-snapshot", Step.INSERTED);
		awaitLapse();
		assertBusyOnOther();
		resume();
		assertThat(this.stalled.awaitEnd(this.key)).startsWith("returned ");
		assertThat(this.jdbc.queryForList("select node from booking where booking_key = ?", String.class, this.key))
			.containsExactly("stalled");
		assertThat(bookOnOther("leased-snapshot").epoch()).isEqualTo(epoch());
	}

	@Test
	void stoppedInASnapshotOfItsOwnItKeepsTheScopeUntilItsSessionEnds() {
		stopAt("leased-snapshot", Step.INSERTED);
		awaitLapse();
		assertBusyOnOther();
		this.stalled.kill(this.dataSource);
		assertOnlyRow(bookOnOther("leased-snapshot"));
		startStalled();
		this.stalled.awaitReady();
	}

	private void assertRefusedBesideTheNextHolder() throws Exception {
		assertOnlyRow(resumeBesideTheNextHolder("threw LeaseLostException"));
	}

	/**
	 * The next holder is at work when the stalled one goes on, and is not disturbed.
	 */
	private Receipt resumeBesideTheNextHolder(String end) throws Exception {
		awaitLapse();
		haltOther(Step.BODY);
		CompletableFuture<Receipt> next = CompletableFuture.supplyAsync(() -> bookOnOther("leased"),
				(task) -> new Thread(task).start());
		awaitHaltOfOther(Step.BODY);
		Object owner = lease().get("owner");
		resume();
		assertThat(this.stalled.awaitEnd(this.key)).startsWith(end);
		assertThat(lease()).containsEntry("owner", owner);
		assertBusyOnOther();
		letOtherGo();
		Receipt receipt = next.get(60, TimeUnit.SECONDS);
		assertThat(receipt.epoch()).isEqualTo(epoch());
		return receipt;
	}

	private void awaitLapse() {
		Waiting.until("the lease to lapse", PATIENCE,
				() -> this.jdbc.queryForObject("select owner is not null and deadline <= clock_timestamp()" + LEASE,
						Boolean.class, this.key));
	}

	private Receipt bookOnOtherOnceFree(String desk) {
		CompletableFuture<Receipt> receipt = new CompletableFuture<>();
		Waiting.until("the scope to be free", PATIENCE, () -> {
			try {
				return receipt.complete(bookOnOther(desk));
			}
			catch (ScopeBusyException ex) {
				return false;
			}
		});
		return receipt.join();
	}

	private void assertBusyOnOther() {
		assertThatExceptionOfType(ScopeBusyException.class).isThrownBy(() -> bookOnOther("leased"));
	}

	private void assertOnlyRow(Receipt receipt) {
		assertThat(this.jdbc.queryForList("select id, epoch, node from booking where booking_key = ?", this.key))
			.containsExactly(Map.of("id", receipt.id(), "epoch", receipt.epoch(), "node", "other"));
	}

	private int rows() {
		return this.jdbc.queryForObject("select count(*) from booking where booking_key = ?", Integer.class, this.key);
	}

	private long epoch() {
		return (long) lease().get("epoch");
	}

	private Map<String, Object> lease() {
		return this.jdbc.queryForMap("select owner, epoch, deadline" + LEASE, this.key);
	}

}
