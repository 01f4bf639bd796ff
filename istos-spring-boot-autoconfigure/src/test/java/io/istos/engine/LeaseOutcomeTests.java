package io.istos.engine;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.istos.StorageUnavailableException;
import io.istos.transaction.ExpectedTransaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * What listeners are told of leased calls.
 */
class LeaseOutcomeTests {

	private static final LeaseOptions OPTIONS = LeaseOptions.defaults();

	private final DrivenLeases node = new DrivenLeases();

	private final RecordingListener told = this.node.told;

	@AfterEach
	void close() {
		this.node.close();
	}

	@Test
	void ranOrFailed() {
		this.node.leases.run("s", OPTIONS, () -> {
		});
		assertThat(this.told.drain()).containsExactly("ScopeLeases RAN", "ScopeLeases returned");
		assertThatIllegalStateException().isThrownBy(() -> this.node.leases.run("s", OPTIONS, () -> {
			throw new IllegalStateException("no");
		}));
		assertThat(this.told.drain()).containsExactly("ScopeLeases FAILED IllegalStateException",
				"ScopeLeases returned");
	}

	@Test
	void skippedOrBusy() {
		this.node.rival.tryAcquire("s", OPTIONS);
		this.node.leases.run("s", OPTIONS, () -> {
		});
		assertThat(this.told.drain()).containsExactly("ScopeLeases SKIPPED", "ScopeLeases returned");
		assertThatException().isThrownBy(() -> this.node.leases.call("s", OPTIONS, () -> "never"));
		assertThat(this.told.drain()).containsExactly("ScopeLeases BUSY ScopeBusyException", "ScopeLeases returned");
	}

	@Test
	void refusedIsNotBusy() {
		this.node.faults.before("acquire", new StorageUnavailableException("down", null, Duration.ofSeconds(1)));
		assertThatException().isThrownBy(() -> this.node.leases.run("s", OPTIONS, () -> {
		}));
		assertThat(this.told.drain()).containsExactly("ScopeLeases REFUSED StorageUnavailableException",
				"ScopeLeases returned");
		assertThatException().isThrownBy(() -> this.node.leases.run(" ", OPTIONS, () -> {
		}));
		assertThat(this.told.drain()).containsExactly("ScopeLeases REFUSED InvalidKeyException",
				"ScopeLeases returned");
	}

	@Test
	void lostWhileItRan() {
		this.node.leases.run("s", OPTIONS, () -> {
			this.node.pass(DrivenLeases.TTL);
			this.node.watch();
		});
		assertThat(this.told.drain()).containsExactly("lease lost EXPIRED", "ScopeLeases LOST", "ScopeLeases returned");
	}

	@Test
	void lostBeforeItBegan() {
		this.node.faults.onCall("acquire", () -> this.node.tick(DrivenLeases.TTL));
		assertThatException().isThrownBy(() -> this.node.leases.run("s", OPTIONS, () -> {
		}));
		assertThat(this.told.drain()).containsExactly("ScopeLeases LOST LeaseLostException", "ScopeLeases returned");
	}

	@Test
	void takenOverAndRenewed() {
		this.node.rival.tryAcquire("s", OPTIONS);
		this.node.pass(DrivenLeases.TTL);
		this.node.leases.run("s", OPTIONS, () -> {
			assertThat(this.told.drain()).containsExactly("lease taken over");
			this.node.pass(DrivenLeases.TTL.dividedBy(2));
			this.node.renew();
			assertThat(this.told.drain()).containsExactly("LEASE RENEWED 1");
			this.node.passInTheStore(DrivenLeases.TTL);
			this.node.tick(DrivenLeases.TTL.dividedBy(2));
			this.node.renew();
			assertThat(this.told.drain()).containsExactly("LEASE LOST 1", "lease lost EXPIRED");
		});
	}

	@Test
	void stageIsOpenUntilItCompletes() throws Throwable {
		CompletableFuture<String> stage = new CompletableFuture<>();
		this.node.leases.execute("method", () -> new LeaseCall("s", OPTIONS, ExpectedTransaction.CURRENT, true),
				() -> stage, (busy) -> "busy");
		assertThat(this.told.drain()).containsExactly("method returned");
		stage.completeExceptionally(new IllegalStateException("no"));
		assertThat(this.told.drain()).containsExactly("method FAILED IllegalStateException");
	}

}
