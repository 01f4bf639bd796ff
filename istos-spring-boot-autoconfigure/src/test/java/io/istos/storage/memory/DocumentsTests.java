package io.istos.storage.memory;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.istos.storage.ClaimKey;
import io.istos.storage.ClaimRequest;
import io.istos.storage.ClaimState;
import io.istos.storage.EntryKey;
import io.istos.storage.LeaseRequest;
import io.istos.storage.ScopeKey;
import io.istos.storage.TakeOver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class DocumentsTests {

	private static final EntryKey KEY = new EntryKey("shop", "doc/stock");

	private static final Duration PATIENCE = Duration.ofSeconds(20);

	private final InMemoryStoragePlugin plugin = new InMemoryStoragePlugin();

	// The common pool may have but one thread.
	private final ExecutorService threads = Executors.newCachedThreadPool();

	@AfterEach
	void stop() {
		this.threads.shutdownNow();
	}

	@Test
	void aSlowChangeKeepsOffNobodyButWritersOfItsDocument() throws Exception {
		CountDownLatch changing = new CountDownLatch(1);
		CountDownLatch changed = new CountDownLatch(1);
		this.plugin.createDocument(KEY, "1");
		CompletableFuture<Void> change = CompletableFuture.runAsync(() -> this.plugin.updateDocument(KEY, (value) -> {
			changing.countDown();
			await(changed);
			return value + "2";
		}), this.threads);
		assertThat(changing.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
		CompletableFuture<Void> others = CompletableFuture.runAsync(this::useTheRest, this.threads);
		assertThat(others).succeedsWithin(PATIENCE);
		CompletableFuture<String> rival = CompletableFuture
			.supplyAsync(() -> this.plugin.updateDocument(KEY, (value) -> value + "3").value(), this.threads);
		changed.countDown();
		assertThat(change).succeedsWithin(PATIENCE);
		assertThat(rival).succeedsWithin(PATIENCE).isEqualTo("123");
	}

	private void useTheRest() {
		ClaimRequest claim = new ClaimRequest(new ClaimKey("shop", "order.book", "42"), UUID.randomUUID(), null,
				PATIENCE, TakeOver.LAPSED, null, null);
		assertThat(this.plugin.claimProcessed(claim).state()).isEqualTo(ClaimState.CLAIMED);
		assertThat(this.plugin.acquire(new LeaseRequest(new ScopeKey("shop", "job"), UUID.randomUUID(), PATIENCE, null))
			.granted()).isNotNull();
		assertThat(this.plugin.findDocument(KEY)).get().returns("1", (document) -> document.value());
	}

	private static void await(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void aChangeThatWritesItsOwnDocumentIsRefused(boolean exists) {
		if (exists) {
			this.plugin.createDocument(KEY, "1");
		}
		assertThatIllegalStateException().isThrownBy(() -> this.plugin.updateDocument(KEY, this::writeAndReturn));
	}

	private String writeAndReturn(@Nullable String value) {
		this.plugin.updateDocument(KEY, (before) -> "inner");
		return "outer";
	}

}
