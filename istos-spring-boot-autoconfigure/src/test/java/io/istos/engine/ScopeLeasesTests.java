package io.istos.engine;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.istos.Fencing;
import io.istos.InvalidKeyException;
import io.istos.Lease;
import io.istos.LeaseEvent;
import io.istos.LeaseLoss;
import io.istos.LeaseLostException;
import io.istos.OnLost;
import io.istos.ScopeBusyException;
import io.istos.StorageUnavailableException;
import io.istos.TransactionRequiredException;
import io.istos.transaction.ExpectedTransaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * Leases without transactions, on a driven clock.
 */
class ScopeLeasesTests {

	private static final LeaseOptions OPTIONS = LeaseOptions.defaults();

	private static final StorageUnavailableException DOWN = new StorageUnavailableException("down", null,
			StorageUnavailableException.SOON);

	private final DrivenLeases node = new DrivenLeases();

	@AfterEach
	void close() {
		this.node.close();
	}

	// --- one holder at a time

	@Test
	void runsAndIsBusyForOthersMeanwhile() {
		assertThat(this.node.leases.run("s", OPTIONS, () -> assertThat(this.node.rivalRuns("s")).isFalse())).isTrue();
		assertThat(this.node.rivalRuns("s")).isTrue();
	}

	@Test
	void otherScopesAreFree() {
		this.node.leases.run("s", OPTIONS, () -> assertThat(this.node.rivalRuns("t")).isTrue());
	}

	@Test
	void twoThreadsOfOneNodeAreTwoHolders() {
		this.node.leases.run("s", OPTIONS, () -> Threads
			.run(() -> assertThat(this.node.leases.run("s", OPTIONS, () -> assertThat(true).isFalse())).isFalse()));
	}

	@Test
	void busyTellsWhenToTryAgain() {
		this.node.leases.run("s", OPTIONS,
				() -> Threads.run(() -> assertThatExceptionOfType(ScopeBusyException.class)
					.isThrownBy(() -> this.node.rival.call("s", OPTIONS, () -> "never"))
					.withMessageContaining("'s' is busy")
					.satisfies((ex) -> assertThat(ex.retryAfter()).isEqualTo(DrivenLeases.TTL))));
	}

	@Test
	void storeThatIsDownIsNotBusy() {
		this.node.faults.before("acquire", DOWN);
		assertThatExceptionOfType(StorageUnavailableException.class)
			.isThrownBy(() -> this.node.leases.run("s", OPTIONS, () -> assertThat(true).isFalse()))
			.isSameAs(DOWN);
	}

	@Test
	void leaseWhoseAnswerNeverCameIsGivenUp() {
		this.node.faults.after("acquire", DOWN);
		assertThatExceptionOfType(StorageUnavailableException.class)
			.isThrownBy(() -> this.node.leases.run("s", OPTIONS, () -> assertThat(true).isFalse()));
		await().until(() -> this.node.rivalRuns("s"));
	}

	@Test
	void whatTheWorkThrowsArrivesAsItIsAndGivesTheScopeUp() {
		IOException failure = new IOException("no");
		assertThatExceptionOfType(IOException.class).isThrownBy(() -> this.node.leases.call("s", OPTIONS, () -> {
			throw failure;
		})).isSameAs(failure);
		assertThat(this.node.rivalRuns("s")).isTrue();
	}

	@Test
	void nullIsAResult() throws Exception {
		assertThat(this.node.leases.<Object>call("s", OPTIONS, () -> null)).isNull();
	}

	@Test
	void releaseThatTheStoreRefusesIsTriedUntilItIsDone() {
		this.node.faults.before("releaseLease", DOWN);
		assertThat(this.node.leases.run("s", OPTIONS, () -> {
		})).isTrue();
		await().until(() -> this.node.rivalRuns("s"));
	}

	@Test
	void holdAtLeastKeepsTheScopeBusyAfterAQuickRun() {
		assertThat(this.node.leases.run("s", OPTIONS.withHoldAtLeast(Duration.ofSeconds(5)), () -> {
		})).isTrue();
		assertThat(this.node.rivalRuns("s")).isFalse();
		this.node.pass(Duration.ofSeconds(5));
		assertThat(this.node.rivalRuns("s")).isTrue();
	}

	@Test
	void scopeThatCannotBeStoredIsRefusedAtOnce() {
		for (String bad : List.of("", "  ", "x".repeat(513), "a\0b", "\ud800")) {
			assertThatExceptionOfType(InvalidKeyException.class)
				.isThrownBy(() -> this.node.leases.run(bad, OPTIONS, () -> assertThat(true).isFalse()));
		}
		assertThatExceptionOfType(InvalidKeyException.class)
			.isThrownBy(() -> this.node.leases.tryAcquire("x".repeat(513), OPTIONS))
			.withMessageContaining("513")
			.withMessageContaining("512");
		assertThat(this.node.leases.run("x".repeat(512), OPTIONS, () -> {
		})).isTrue();
	}

	@Test
	void optionsThatMeanNothingAreRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> OPTIONS.withTtl(Duration.ZERO));
		assertThatIllegalArgumentException().isThrownBy(() -> OPTIONS.withTtl(Duration.ofSeconds(-1)));
		assertThatIllegalArgumentException().isThrownBy(() -> OPTIONS.withWait(Duration.ofSeconds(-1)));
		assertThatIllegalArgumentException()
			.isThrownBy(() -> OPTIONS.withKeep(true).withHoldAtLeast(Duration.ofSeconds(1)));
		assertThatIllegalArgumentException().isThrownBy(() -> this.node.leases.tryAcquire("s", OPTIONS.withKeep(true)));
		assertThatIllegalArgumentException()
			.isThrownBy(() -> new ScopeLeases(this.node.operations, Duration.ZERO, (event) -> {
			}));
	}

	@Test
	void tenantsHaveScopesOfTheirOwn() {
		this.node.tenant = "a";
		this.node.leases.run("s", OPTIONS, () -> {
			this.node.tenant = "b";
			assertThat(this.node.rivalRuns("s")).isTrue();
			this.node.tenant = "a";
			assertThat(this.node.rivalRuns("s")).isFalse();
		});
	}

	// --- nesting

	@Test
	void sameScopeOnTheSameThreadJoins() {
		this.node.leases.run("s", OPTIONS, () -> {
			long token = this.node.fence.token();
			assertThat(this.node.leases.run("s", OPTIONS, () -> {
				assertThat(this.node.fence.token()).isEqualTo(token);
				assertThat(this.node.rivalRuns("s")).isFalse();
			})).isTrue();
			assertThat(this.node.rivalRuns("s")).as("the outer one still holds it").isFalse();
		});
		assertThat(this.node.rivalRuns("s")).isTrue();
	}

	@Test
	void differentScopesNestAndTheFenceSpeaksForTheInnermost() {
		this.node.leases.run("a", OPTIONS, () -> {
			this.node.leases.run("b", OPTIONS, () -> {
				assertThat(this.node.fence.scope()).isEqualTo("b");
				this.node.leases.run("a", OPTIONS, () -> assertThat(this.node.fence.scope()).isEqualTo("a"));
				assertThat(this.node.fence.scope()).isEqualTo("b");
			});
			assertThat(this.node.fence.scope()).isEqualTo("a");
			assertThat(this.node.rivalRuns("b")).isTrue();
		});
	}

	@Test
	void lostLeaseIsNotJoined() {
		this.node.leases.run("s", OPTIONS, () -> {
			this.node.pass(DrivenLeases.TTL);
			assertThatExceptionOfType(LeaseLostException.class)
				.isThrownBy(() -> this.node.leases.run("s", OPTIONS, () -> assertThat(true).isFalse()));
		});
	}

	@Test
	void fenceOutsideALeaseIsRefused() {
		assertThatIllegalStateException().isThrownBy(() -> this.node.fence.token())
			.withMessageContaining("@ScopeLease");
		this.node.leases.run("s", OPTIONS,
				() -> Threads.run(() -> assertThatIllegalStateException().isThrownBy(() -> this.node.fence.check())));
	}

	// --- renewal and loss

	@Test
	void slowWorkIsRenewedForAsLongAsItTakes() {
		this.node.leases.run("s", OPTIONS, () -> {
			for (int i = 0; i < 9; i++) {
				this.node.pass(DrivenLeases.TTL.dividedBy(3));
				assertThat(this.node.renew()).isTrue();
				this.node.watch();
			}
			this.node.fence.check();
			assertThat(this.node.rivalRuns("s")).isFalse();
		});
		assertThat(this.node.events).isEmpty();
	}

	@Test
	void nothingIsRenewedAfterTheRelease() {
		this.node.leases.run("s", OPTIONS, () -> {
		});
		this.node.pass(DrivenLeases.TTL);
		this.node.faults.before("renewLeases", new IllegalStateException("renewed"));
		assertThat(this.node.renew()).isTrue();
		assertThat(this.node.faults.isSpent()).isFalse();
	}

	@Test
	void outageShorterThanTheTtlIsRiddenOut() {
		this.node.leases.run("s", OPTIONS, () -> {
			this.node.pass(Duration.ofSeconds(10));
			this.node.faults.before("renewLeases", DOWN);
			assertThat(this.node.renew()).isFalse();
			this.node.pass(Duration.ofSeconds(19));
			this.node.watch();
			assertThat(this.node.renew()).isTrue();
			this.node.pass(Duration.ofSeconds(19));
			this.node.watch();
			this.node.fence.check();
		});
		assertThat(this.node.events).isEmpty();
	}

	@Test
	void storeThatIsAwayForLongerIsALossThatIsToldWhenTheDeadlinePasses() {
		this.node.leases.run("s", OPTIONS, () -> {
			this.node.pass(Duration.ofSeconds(10));
			this.node.faults.before("renewLeases", DOWN);
			assertThat(this.node.renew()).isFalse();
			this.node.pass(Duration.ofSeconds(20));
			this.node.watch();
			assertLost(LeaseLoss.UNREACHABLE);
		});
	}

	@Test
	void standstillIsALoss() {
		this.node.leases.run("s", OPTIONS, () -> {
			this.node.pass(DrivenLeases.TTL);
			this.node.watch();
			assertLost(LeaseLoss.EXPIRED);
		});
	}

	@Test
	void lapsedInTheStoreIsLostAlthoughNobodyTookIt() {
		this.node.leases.run("s", OPTIONS, () -> {
			this.node.passInTheStore(DrivenLeases.TTL);
			assertThatExceptionOfType(LeaseLostException.class).isThrownBy(() -> this.node.fence.check());
			assertLost(LeaseLoss.TAKEN_OVER);
		});
	}

	@Test
	void takenOverIsALoss() {
		this.node.leases.run("s", OPTIONS, () -> {
			this.node.passInTheStore(DrivenLeases.TTL);
			assertThat(this.node.rivalRuns("s")).isTrue();
			this.node.pass(DrivenLeases.TTL.dividedBy(3));
			this.node.renew();
			assertLost(LeaseLoss.TAKEN_OVER);
		});
	}

	@Test
	void lateReleaseOfALostLeaseDoesNotDisturbTheNextHolder() {
		AtomicReference<AcquiredLease> rivals = new AtomicReference<>();
		this.node.leases.run("s", OPTIONS, () -> {
			this.node.passInTheStore(DrivenLeases.TTL);
			rivals.set(this.node.rival.tryAcquire("s", OPTIONS).orElseThrow());
		});
		rivals.get().check();
		assertThat(this.node.leases.run("s", OPTIONS, () -> assertThat(true).isFalse())).isFalse();
		rivals.get().close();
	}

	@Test
	void lossOfALeaseThatIsGivenUpIsNoLoss() {
		AcquiredLease lease = this.node.leases.tryAcquire("s", OPTIONS).orElseThrow();
		lease.close();
		this.node.pass(DrivenLeases.TTL);
		this.node.watch();
		this.node.renew();
		assertThat(lease.lost()).isEmpty();
		assertThat(this.node.events).isEmpty();
	}

	@Test
	void lossInterruptsOnlyOnRequestAndNotBeyondTheWork() throws Exception {
		this.node.leases.run("s", OPTIONS, () -> {
			lapse();
			assertThat(Thread.currentThread().isInterrupted()).isFalse();
		});
		this.node.leases.run("s", OPTIONS.withOnLost(OnLost.INTERRUPT), () -> {
			lapse();
			assertThat(Thread.currentThread().isInterrupted()).isTrue();
		});
		assertThat(Thread.currentThread().isInterrupted()).isFalse();
	}

	@Test
	void lossInterruptsEveryThreadThatWorksUnderTheLease() {
		this.node.leases.run("s", OPTIONS.withOnLost(OnLost.INTERRUPT), () -> {
			Lease lease = this.node.fence.lease();
			CountDownLatch working = new CountDownLatch(1);
			CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
			Thread worker = new Thread(() -> lease.run(() -> {
				working.countDown();
				try {
					interrupted.complete(new CountDownLatch(1).await(10, TimeUnit.SECONDS));
				}
				catch (InterruptedException ex) {
					interrupted.complete(true);
				}
			}));
			worker.start();
			awaitUninterruptibly(working);
			lapse();
			Thread.interrupted();
			assertThat(interrupted.orTimeout(10, TimeUnit.SECONDS).join()).isTrue();
		});
	}

	@Test
	void failingListenerHarmsNobody() {
		ScopeLeases leases = new ScopeLeases(this.node.operations, DrivenLeases.TTL, (event) -> {
			throw new IllegalStateException("listener");
		});
		leases.run("s", OPTIONS, () -> {
			lapse();
			assertThat(leases.fence().lost()).contains(LeaseLoss.EXPIRED);
		});
	}

	@Test
	void leaseThatLapsedBeforeItsAnswerCameRunsNothing() {
		this.node.faults.onCall("acquire", () -> this.node.tick(DrivenLeases.TTL));
		assertThatExceptionOfType(LeaseLostException.class)
			.isThrownBy(() -> this.node.leases.run("s", OPTIONS, () -> assertThat(true).isFalse()))
			.withMessageContaining("did not run");
		assertThat(this.node.rivalRuns("s")).isTrue();
	}

	// --- other threads

	@Test
	void workHandedToAnotherThreadRunsUnderTheLease() {
		this.node.leases.run("s", OPTIONS, () -> {
			Lease lease = this.node.fence.lease();
			Threads.run(() -> lease.run(() -> {
				assertThat(this.node.fence.token()).isEqualTo(lease.token());
				assertThat(this.node.leases.run("s", OPTIONS, () -> {
				})).as("joins").isTrue();
			}));
		});
	}

	@Test
	void nothingStartsUnderALeaseWhoseMethodHasEnded() {
		AtomicReference<Lease> lease = new AtomicReference<>();
		this.node.leases.run("s", OPTIONS, () -> lease.set(this.node.fence.lease()));
		assertThatExceptionOfType(LeaseLostException.class)
			.isThrownBy(() -> lease.get().run(() -> assertThat(true).isFalse()))
			.withMessageContaining("has ended");
		assertThatExceptionOfType(LeaseLostException.class).isThrownBy(() -> lease.get().check());
	}

	@Test
	void contextIsCarriedAndCleared() {
		this.node.leases.run("a", OPTIONS, () -> this.node.leases.run("b", OPTIONS, () -> {
			LeaseContext context = LeaseContext.capture();
			Threads.run(() -> {
				context.restore();
				assertThat(this.node.fence.scope()).isEqualTo("b");
				LeaseContext.clear();
				assertThatIllegalStateException().isThrownBy(() -> this.node.fence.token());
			});
		}));
		assertThat(LeaseContext.capture()).isNull();
	}

	@Test
	void stageHoldsTheLeaseUntilItCompletes() throws Throwable {
		CompletableFuture<String> stage = new CompletableFuture<>();
		Object result = this.node.leases.execute("test",
				() -> new LeaseCall("s", OPTIONS, ExpectedTransaction.CURRENT, true), () -> stage, (busy) -> "busy");
		assertThat(this.node.rivalRuns("s")).isFalse();
		assertThat(LeaseContext.capture()).isNull();
		stage.complete("done");
		assertThat(((CompletableFuture<?>) result).get(10, TimeUnit.SECONDS)).isEqualTo("done");
		assertThat(this.node.rivalRuns("s")).isTrue();
	}

	@Test
	void failedAndCancelledStagesGiveTheScopeUp() throws Throwable {
		CompletableFuture<String> stage = new CompletableFuture<>();
		CompletableFuture<?> result = (CompletableFuture<?>) this.node.leases.execute("test",
				() -> new LeaseCall("s", OPTIONS, ExpectedTransaction.CURRENT, true), () -> stage, (busy) -> "busy");
		result.cancel(true);
		assertThat(stage).isCancelled();
		assertThat(this.node.rivalRuns("s")).isTrue();
		CompletableFuture<String> failing = CompletableFuture.failedFuture(new IOException("no"));
		assertThat((CompletableFuture<?>) this.node.leases.execute("test",
				() -> new LeaseCall("s", OPTIONS, ExpectedTransaction.CURRENT, true), () -> failing, (busy) -> "busy"))
			.isCompletedExceptionally();
		assertThat(this.node.rivalRuns("s")).isTrue();
	}

	// --- by hand

	@Test
	void leaseByHandLastsUntilItIsClosed() throws Exception {
		AcquiredLease lease = this.node.leases.tryAcquire("s", OPTIONS).orElseThrow();
		assertThat(this.node.rival.tryAcquire("s", OPTIONS)).isEmpty();
		assertThat(lease.call(() -> this.node.fence.token())).isEqualTo(lease.token());
		assertThatIllegalStateException().isThrownBy(() -> this.node.fence.token());
		lease.close();
		lease.close();
		Optional<AcquiredLease> next = this.node.rival.tryAcquire("s", OPTIONS);
		assertThat(next).hasValueSatisfying((other) -> assertThat(other.token()).isGreaterThan(lease.token()));
		next.orElseThrow().close();
	}

	@Test
	void whatNeedsATransactionSaysSo() {
		this.node.leases.run("s", OPTIONS, () -> {
			assertThatExceptionOfType(TransactionRequiredException.class)
				.isThrownBy(() -> this.node.fence.holdForUpdate());
			assertThatExceptionOfType(TransactionRequiredException.class)
				.isThrownBy(() -> this.node.fence.checkpoint("value"));
			assertThat(this.node.fence.checkpoint(String.class)).isEmpty();
		});
		this.node.leases.run("s", OPTIONS.withFencing(Fencing.NONE),
				() -> assertThatExceptionOfType(TransactionRequiredException.class)
					.isThrownBy(() -> this.node.fence.checkpoint("value"))
					.withMessageContaining("not fenced"));
	}

	// --- waiting

	@Test
	void waitingEndsWithTheReleaseInTheSameProcess() throws Exception {
		AcquiredLease lease = this.node.leases.tryAcquire("s", OPTIONS).orElseThrow();
		CompletableFuture<String> waiting = CompletableFuture.supplyAsync(() -> AbstractTransactionTests
			.unchecked(() -> this.node.leases.call("s", OPTIONS.withWait(Duration.ofHours(1)), () -> "ran")));
		await().until(() -> this.node.faults.calls("acquire") >= 3);
		lease.close();
		assertThat(waiting.get(10, TimeUnit.SECONDS)).isEqualTo("ran");
	}

	@Test
	void waitingEndsWithTheTime() {
		AcquiredLease lease = this.node.rival.tryAcquire("s", OPTIONS).orElseThrow();
		AtomicInteger asked = new AtomicInteger();
		this.node.faults.onCall("acquire", () -> {
			asked.incrementAndGet();
			this.node.tick(Duration.ofSeconds(1));
		});
		assertThat(this.node.leases.run("s", OPTIONS.withWait(Duration.ofSeconds(3)), () -> assertThat(true).isFalse()))
			.isFalse();
		assertThat(asked).hasValueBetween(3, 5);
		lease.close();
	}

	@Test
	void interruptEndsTheWaiting() {
		AcquiredLease lease = this.node.rival.tryAcquire("s", OPTIONS).orElseThrow();
		Thread.currentThread().interrupt();
		assertThat(this.node.leases.run("s", OPTIONS.withWait(Duration.ofHours(1)), () -> assertThat(true).isFalse()))
			.isFalse();
		assertThat(Thread.interrupted()).isTrue();
		lease.close();
	}

	@Test
	void twoHundredWhoWaitForOneScopeAreNoStorm() throws Exception {
		AcquiredLease lease = this.node.rival.tryAcquire("s", OPTIONS).orElseThrow();
		AtomicInteger ran = new AtomicInteger();
		List<Thread> waiters = IntStream.range(0, 200)
			.mapToObj((i) -> new Thread(
					() -> this.node.leases.run("s", OPTIONS.withWait(Duration.ofHours(1)), ran::incrementAndGet)))
			.toList();
		waiters.forEach(Thread::start);
		await().until(() -> this.node.faults.calls("acquire") >= 201);
		await().until(() -> waiters.stream().noneMatch((waiter) -> waiter.getState() == Thread.State.RUNNABLE));
		int before = this.node.faults.calls("acquire");
		await().until(() -> this.node.faults.calls("acquire") >= before + 3);
		assertThat(waiters.stream().filter(ScopeLeasesTests::isPolling).count()).as("who asks again").isOne();
		lease.close();
		for (Thread waiter : waiters) {
			waiter.join(60_000);
		}
		assertThat(ran).hasValue(200);
	}

	private static boolean isPolling(Thread waiter) {
		return Arrays.stream(waiter.getStackTrace()).anyMatch((frame) -> frame.getMethodName().equals("askUntil"));
	}

	// --- helpers

	private void lapse() {
		this.node.pass(DrivenLeases.TTL);
		this.node.watch();
	}

	private void assertLost(LeaseLoss reason) {
		assertThat(this.node.fence.lost()).contains(reason);
		assertThat(this.node.events).containsExactly(new LeaseEvent.Lost("s", this.node.fence.token(), reason));
		assertThatExceptionOfType(LeaseLostException.class).isThrownBy(() -> this.node.fence.check())
			.withMessageContaining("'s'")
			.withMessageContaining(reason.text());
	}

	private static void awaitUninterruptibly(CountDownLatch latch) {
		try {
			assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
