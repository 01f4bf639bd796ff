package io.istos.engine;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;

import io.istos.storage.ClaimKey;
import io.istos.storage.ClaimToken;
import io.istos.storage.Renewal;
import io.istos.storage.StoragePlugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.mockito.ArgumentMatchers.anyList;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

class RenewalsTests {

	private final StoragePlugin store = mock(StoragePlugin.class);

	private final CountDownLatch renewed = new CountDownLatch(1);

	/**
	 * Read once to renew leases, once for claims, once to find what is due next, and once
	 * to fall asleep.
	 */
	private final AtomicInteger readings = new AtomicInteger();

	private Renewals renewals;

	@Test
	void aClaimThatComesWhileTheThreadFallsAsleepIsRenewed() throws Exception {
		given(this.store.renewClaims(anyList())).willAnswer((call) -> {
			this.renewed.countDown();
			return List.of(Renewal.Answer.RENEWED);
		});
		HeldClaim first = claim("first");
		HeldClaim second = claim("second");
		this.renewals = new Renewals(this.store, EngineListener.NONE, () -> {
			int reading = isRenewalThread() ? this.readings.incrementAndGet() : 0;
			if (reading == 3) {
				this.renewals.remove(first);
			}
			if (reading == 4) {
				addElsewhere(second);
			}
			return System.nanoTime();
		}, Thread::new);
		try {
			this.renewals.add(first);
			assertThat(this.renewed.await(5, TimeUnit.SECONDS)).as("renewed before the idle time is over").isTrue();
		}
		finally {
			this.renewals.stop();
		}
	}

	@Test
	void aThreadThatDiedIsNamedAndTheNextClaimRevivesIt() throws Exception {
		given(this.store.renewClaims(anyList())).willAnswer((call) -> {
			this.renewed.countDown();
			return Collections.nCopies(call.<List<?>>getArgument(0).size(), Renewal.Answer.RENEWED);
		});
		AtomicBoolean deadly = new AtomicBoolean(true);
		this.renewals = new Renewals(this.store, EngineListener.NONE, () -> {
			if (deadly.get() && isRenewalThread()) {
				throw new Error("killed");
			}
			return System.nanoTime();
		}, RenewalsTests::mortal);
		try {
			this.renewals.add(claim("first"));
			await().until(this.renewals::deadThreads, List.of("istos-renewal")::equals);
			assertThat(this.renewals.claims()).isOne();
			deadly.set(false);
			this.renewals.add(claim("second"));
			assertThat(this.renewals.deadThreads()).isEmpty();
			assertThat(this.renewed.await(5, TimeUnit.SECONDS)).as("renewed by the new thread").isTrue();
		}
		finally {
			this.renewals.stop();
		}
		assertThat(this.renewals.deadThreads()).as("stopped is not dead").isEmpty();
	}

	/** Dies without a word. */
	private static Thread mortal(Runnable task) {
		Thread thread = new Thread(task);
		thread.setUncaughtExceptionHandler((dead, ex) -> {
		});
		return thread;
	}

	@Test
	void aClaimIsOverdueOnceNoAnswerCameForAsLongAsItLasts() {
		AtomicLong now = new AtomicLong();
		this.renewals = new Renewals(this.store, EngineListener.NONE, now::get, (task) -> new Thread());
		HeldClaim claim = new HeldClaim(claim("slow").token(), Duration.ofNanos(300), 1, 0);
		this.renewals.add(claim);
		now.set(299);
		assertThat(this.renewals.overdue()).isZero();
		assertThat(this.renewals.delay()).isEqualTo(Duration.ofNanos(199));
		now.set(300);
		assertThat(this.renewals.overdue()).isOne();
		claim.answered(Renewal.Answer.LOCKED, 300);
		assertThat(this.renewals.overdue()).as("locked is an answer").isZero();
	}

	/** Returns when the other thread has added the claim, or waits for this one. */
	private void addElsewhere(HeldClaim claim) {
		Thread other = new Thread(() -> this.renewals.add(claim));
		other.start();
		await().until(other::getState, (state) -> state == Thread.State.TERMINATED || state == Thread.State.WAITING);
	}

	private static boolean isRenewalThread() {
		return Thread.currentThread().getName().equals("istos-renewal");
	}

	private static HeldClaim claim(String key) {
		ClaimToken token = new ClaimToken(new ClaimKey("", "operation", key), UUID.randomUUID(), 1);
		return new HeldClaim(token, Duration.ofMillis(300), 1, System.nanoTime());
	}

}
