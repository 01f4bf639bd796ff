package io.istos.metrics;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.istos.StorageUnavailableException;
import io.istos.storage.LedgerSummary;
import io.istos.storage.LedgerSummary.OpenClaims;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * How often the ledger is counted, and by whom.
 */
class LedgerSampleTests {

	private final AtomicLong nanos = new AtomicLong();

	private final AtomicInteger counts = new AtomicInteger();

	private volatile CountDownLatch open = new CountDownLatch(0);

	private volatile boolean down;

	private final LedgerSample sample = new LedgerSample(this::count, Duration.ofSeconds(30), this.nanos::get);

	private LedgerSummary count() {
		try {
			this.open.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		int count = this.counts.incrementAndGet();
		if (this.down) {
			throw new StorageUnavailableException("down", null, Duration.ofSeconds(1));
		}
		return new LedgerSummary(List.of(new OpenClaims("a", 0, count, 1), new OpenClaims("b", 0, 10, 0)), 0, 0, 0);
	}

	@AfterEach
	void close() {
		this.open.countDown();
		this.sample.close();
	}

	private double abandoned() {
		return this.sample.sum(OpenClaims::abandoned);
	}

	@Test
	void nobodyWaitsAndTheLastCountIsTold() {
		this.open = new CountDownLatch(1);
		assertThat(abandoned()).isNaN();
		assertThat(abandoned()).isNaN();
		this.open.countDown();
		await().untilAsserted(() -> assertThat(abandoned()).isEqualTo(11));
		assertThat(this.sample.sum(OpenClaims::held)).isEqualTo(1);
		assertThat(this.counts).hasValue(1);
	}

	@Test
	void countsAgainOnlyOnceTheIntervalIsOver() {
		await().untilAsserted(() -> assertThat(abandoned()).isEqualTo(11));
		this.nanos.addAndGet(Duration.ofSeconds(30).toNanos() - 1);
		assertThat(abandoned()).isEqualTo(11);
		this.open = new CountDownLatch(1);
		this.nanos.incrementAndGet();
		assertThat(abandoned()).as("the last count").isEqualTo(11);
		this.open.countDown();
		await().untilAsserted(() -> assertThat(abandoned()).isEqualTo(12));
		assertThat(this.counts).hasValue(2);
	}

	@Test
	void whatCouldNotBeCountedIsNotANumber() {
		await().untilAsserted(() -> assertThat(abandoned()).isEqualTo(11));
		this.down = true;
		this.nanos.addAndGet(Duration.ofSeconds(30).toNanos());
		abandoned();
		await().untilAsserted(() -> assertThat(abandoned()).isNaN());
		this.down = false;
		this.nanos.addAndGet(Duration.ofSeconds(30).toNanos());
		await().untilAsserted(() -> assertThat(abandoned()).isEqualTo(13));
	}

}
