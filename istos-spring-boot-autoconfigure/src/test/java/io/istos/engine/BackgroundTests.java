package io.istos.engine;

import java.time.Duration;
import java.util.UUID;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.istos.StorageUnavailableException;
import io.istos.storage.ClaimKey;
import io.istos.storage.ClaimRequest;
import io.istos.storage.Completion;
import io.istos.storage.Outcome;
import io.istos.storage.Release;
import io.istos.storage.TakeOver;
import io.istos.storage.memory.InMemoryStoragePlugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What goes on while no caller waits: purging, and releases that are not confirmed yet.
 */
class BackgroundTests {

	private static final StorageUnavailableException DOWN = new StorageUnavailableException("down", null,
			StorageUnavailableException.SOON);

	private static final EngineSettings.Purge OFTEN = new EngineSettings.Purge(true, Duration.ofMillis(10), 2,
			Duration.ofMillis(1));

	private final InMemoryStoragePlugin store = new InMemoryStoragePlugin();

	private final Faults faults = new Faults();

	private final Background background = new Background(this.faults.around(this.store), EngineListener.NONE);

	@AfterEach
	void stop() throws InterruptedException {
		this.background.stop(Duration.ofSeconds(10));
	}

	@Test
	void purgesEverythingThatIsOverInBatchesAndNothingElse() {
		for (int i = 0; i < 5; i++) {
			done("old-" + i, Duration.ofMillis(1));
		}
		done("young", Duration.ofDays(1));
		this.background.purge(OFTEN);
		await().until(() -> this.store.checkProcessed(key("old-4")).isEmpty());
		await().untilAsserted(() -> {
			for (int i = 0; i < 5; i++) {
				assertThat(this.store.checkProcessed(key("old-" + i))).isEmpty();
			}
		});
		assertThat(this.store.checkProcessed(key("young"))).isPresent();
	}

	@Test
	void purgingGoesOnAfterAFailure() {
		done("old", Duration.ofMillis(1));
		this.faults.before("purgeClaims", DOWN).before("purgeClaims", new IllegalStateException("broken"));
		this.background.purge(OFTEN);
		await().until(() -> this.store.checkProcessed(key("old")).isEmpty());
		assertThat(this.faults.isSpent()).isTrue();
	}

	@Test
	void purgesTheEventLogInBatchesButKeepsItsRetention() {
		this.background.purge(new EngineSettings.Purge(true, Duration.ofMillis(10), 2, Duration.ofDays(1)));
		for (int i = 0; i < 5; i++) {
			this.store.log("", "log", "" + i, null);
		}
		await().until(() -> this.faults.calls("purgeLog") > 2);
		assertThat(this.store.getLog("", "log", 10)).hasSize(5);
		this.background.purge(OFTEN);
		await().until(() -> this.store.getLog("", "log", 10).isEmpty());
	}

	@Test
	void keepsTheEventLogForGoodIfToldSo() {
		this.store.log("", "log", "1", null);
		done("old", Duration.ofMillis(1));
		this.background.purge(new EngineSettings.Purge(true, Duration.ofMillis(10), 2, Duration.ZERO));
		await().until(() -> this.store.checkProcessed(key("old")).isEmpty());
		done("older", Duration.ofMillis(1));
		await().until(() -> this.store.checkProcessed(key("older")).isEmpty());
		assertThat(this.faults.calls("purgeLog")).isZero();
	}

	@Test
	void aFailureOfOnePurgeKeepsItNotFromTheOther() {
		this.store.log("", "log", "1", null);
		this.faults.before("purgeClaims", new IllegalStateException("broken"));
		this.background.purge(OFTEN);
		await().until(() -> this.store.getLog("", "log", 10).isEmpty());
		assertThat(this.faults.isSpent()).isTrue();
	}

	@Test
	void releaseIsTriedUntilItIsConfirmed() {
		ClaimRequest request = claim("release");
		this.faults.before("releaseClaim", DOWN).after("releaseClaim", DOWN);
		this.background.release(new Release(request.token(0), Release.Target.FREE, "no answer", Duration.ofDays(1)));
		await().until(this.faults::isSpent);
		await().untilAsserted(
				() -> assertThat(this.store.claimProcessed(claimRequest("release")).attempts()).isEqualTo(2));
	}

	private void done(String key, Duration retention) {
		ClaimRequest request = claimRequest(key);
		long epoch = this.store.claimProcessed(request).epoch();
		this.store
			.markProcessed(new Completion(request.token(epoch), new Outcome(Outcome.Kind.RESULT, "1"), retention));
	}

	private ClaimRequest claim(String key) {
		ClaimRequest request = claimRequest(key);
		this.store.claimProcessed(request);
		return request;
	}

	private static ClaimRequest claimRequest(String key) {
		return new ClaimRequest(key(key), UUID.randomUUID(), null, Duration.ofMinutes(1), TakeOver.NONE, null, null);
	}

	private static ClaimKey key(String key) {
		return new ClaimKey("", "operation", key);
	}

}
