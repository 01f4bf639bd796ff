package io.istos.engine;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.istos.LeaseEvent;
import io.istos.LeaseLoss;
import io.istos.StorageUnavailableException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * Leases that a node keeps between calls, and what becomes of leases at shutdown.
 */
class KeptLeasesTests {

	private static final LeaseOptions KEEP = LeaseOptions.defaults().withKeep(true);

	private final DrivenLeases node = new DrivenLeases();

	private long token;

	@AfterEach
	void close() {
		this.node.close();
	}

	@Test
	void leadershipStaysWithTheNodeBetweenCalls() {
		lead();
		long first = this.token;
		assertThat(this.node.rivalRuns("s")).isFalse();
		for (int i = 0; i < 5; i++) {
			this.node.pass(DrivenLeases.TTL.dividedBy(3));
			assertThat(this.node.renew()).isTrue();
			this.node.watch();
		}
		assertThat(this.node.rivalRuns("s")).isFalse();
		lead();
		assertThat(this.token).isEqualTo(first);
		assertThat(this.node.events).containsExactly(new LeaseEvent.Granted("s", first));
	}

	@Test
	void otherNodesSkip() {
		this.node.rival.run("s", KEEP, () -> {
		});
		assertThat(this.node.leases.run("s", KEEP, () -> assertThat(true).isFalse())).isFalse();
		assertThat(this.node.events).isEmpty();
	}

	@Test
	void leadershipMovesWithinATtlOfTheDeath() {
		lead();
		this.node.pass(DrivenLeases.TTL);
		assertThat(this.node.rival.run("s", KEEP, () -> {
		})).isTrue();
	}

	@Test
	void lossRevokesAndTheNextCallLeadsAnew() {
		lead();
		long first = this.token;
		this.node.pass(DrivenLeases.TTL);
		this.node.watch();
		assertThat(this.node.events).containsExactly(new LeaseEvent.Granted("s", first),
				new LeaseEvent.Lost("s", first, LeaseLoss.EXPIRED),
				new LeaseEvent.Revoked("s", first, LeaseLoss.EXPIRED));
		lead();
		assertThat(this.token).isGreaterThan(first);
		assertThat(this.node.events).endsWith(new LeaseEvent.Granted("s", this.token));
	}

	@Test
	void leaseThatLapsedUnnoticedIsNotUsed() {
		lead();
		long first = this.token;
		this.node.pass(DrivenLeases.TTL);
		lead();
		assertThat(this.token).isGreaterThan(first);
		assertThat(this.node.events).containsExactly(new LeaseEvent.Granted("s", first),
				new LeaseEvent.Lost("s", first, LeaseLoss.EXPIRED),
				new LeaseEvent.Revoked("s", first, LeaseLoss.EXPIRED), new LeaseEvent.Granted("s", this.token));
		assertThat(this.node.told.drain()).containsOnlyOnce("lease lost EXPIRED");
	}

	@Test
	void oneThreadOfTheNodeRunsAtATime() throws Exception {
		CountDownLatch inside = new CountDownLatch(1);
		CountDownLatch go = new CountDownLatch(1);
		CompletableFuture<Boolean> first = CompletableFuture.supplyAsync(() -> this.node.leases.run("s", KEEP, () -> {
			inside.countDown();
			AbstractTransactionTests.unchecked(() -> go.await(10, TimeUnit.SECONDS));
		}));
		assertThat(inside.await(10, TimeUnit.SECONDS)).isTrue();
		assertThat(this.node.leases.run("s", KEEP, () -> assertThat(true).isFalse())).isFalse();
		CompletableFuture<Boolean> waiting = CompletableFuture
			.supplyAsync(() -> this.node.leases.run("s", KEEP.withWait(Duration.ofHours(1)), () -> {
			}));
		go.countDown();
		assertThat(first.get(10, TimeUnit.SECONDS)).isTrue();
		assertThat(waiting.get(10, TimeUnit.SECONDS)).isTrue();
	}

	@Test
	void failureOfTheBodyOrTheStoreLeavesTheTurnToTheNext() {
		this.node.faults.before("acquire",
				new StorageUnavailableException("down", null, StorageUnavailableException.SOON));
		assertThatExceptionOfType(StorageUnavailableException.class).isThrownBy(this::lead);
		assertThatIllegalStateException().isThrownBy(() -> this.node.leases.run("s", KEEP, () -> {
			throw new IllegalStateException("body");
		}));
		lead();
	}

	@Test
	void shutdownGivesUpWhatIsKeptAndTellsSo() {
		lead();
		AcquiredLease byHand = this.node.leases.tryAcquire("by-hand", LeaseOptions.defaults()).orElseThrow();
		this.node.operations.close();
		assertThat(this.node.events).endsWith(new LeaseEvent.Revoked("s", this.token, null));
		assertThat(this.node.rivalRuns("s")).isTrue();
		assertThat(this.node.rivalRuns("by-hand")).isTrue();
		assertThat(byHand.lost()).isEmpty();
	}

	@Test
	void nothingRunsUnderALeaseAfterTheShutdown() {
		this.node.operations.close();
		assertThatExceptionOfType(StorageUnavailableException.class).isThrownBy(this::lead)
			.withMessageContaining("shutting down");
		assertThatExceptionOfType(StorageUnavailableException.class)
			.isThrownBy(() -> this.node.leases.run("s", LeaseOptions.defaults(), () -> assertThat(true).isFalse()));
		assertThatExceptionOfType(StorageUnavailableException.class)
			.isThrownBy(() -> this.node.leases.tryAcquire("s", LeaseOptions.defaults()));
	}

	@Test
	void shutdownWaitsForRunningCallsAndRenewsThemMeanwhile() throws Exception {
		CountDownLatch inside = new CountDownLatch(1);
		CountDownLatch go = new CountDownLatch(1);
		CompletableFuture<Boolean> running = CompletableFuture
			.supplyAsync(() -> this.node.leases.run("s", LeaseOptions.defaults(), () -> {
				inside.countDown();
				AbstractTransactionTests.unchecked(() -> go.await(10, TimeUnit.SECONDS));
				this.node.fence.check();
			}));
		assertThat(inside.await(10, TimeUnit.SECONDS)).isTrue();
		Thread shutdown = new Thread(this.node.operations::close);
		shutdown.start();
		await().until(shutdown::getState, (state) -> state == Thread.State.TIMED_WAITING);
		this.node.pass(DrivenLeases.TTL.dividedBy(2));
		assertThat(this.node.renew()).isTrue();
		this.node.pass(DrivenLeases.TTL.dividedBy(2));
		assertThat(this.node.rivalRuns("s")).isFalse();
		go.countDown();
		assertThat(running.get(10, TimeUnit.SECONDS)).isTrue();
		shutdown.join(10_000);
		assertThat(shutdown.getState()).isEqualTo(Thread.State.TERMINATED);
		assertThat(this.node.rivalRuns("s")).isTrue();
	}

	private void lead() {
		assertThat(this.node.leases.run("s", KEEP, () -> this.token = this.node.fence.token())).isTrue();
	}

}
