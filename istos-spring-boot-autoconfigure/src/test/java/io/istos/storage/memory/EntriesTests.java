package io.istos.storage.memory;

import java.time.Duration;
import java.time.Instant;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.istos.storage.LogEntry;

import static org.assertj.core.api.Assertions.assertThat;

class EntriesTests {

	private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

	private static final int BATCH = 10;

	private final Entries entries = new Entries();

	@Test
	void anEntryGoesWhenItsRetentionHasPassedAndNotBefore() {
		append(1, "a", Duration.ZERO);
		assertThat(this.entries.purge(NOW.minusNanos(1), BATCH)).isZero();
		assertThat(this.entries.newest("shop", "a", BATCH)).hasSize(1);
		assertThat(this.entries.purge(NOW, BATCH)).isOne();
		assertThat(this.entries.newest("shop", "a", BATCH)).isEmpty();
	}

	@Test
	void theOldestOfAllLogsGoFirst() {
		append(1, "a", Duration.ofSeconds(1));
		append(2, "b", Duration.ofSeconds(0));
		append(3, "a", Duration.ofSeconds(2));
		assertThat(this.entries.purge(NOW.plusSeconds(5), 2)).isEqualTo(2);
		assertThat(this.entries.newest("shop", "b", BATCH)).isEmpty();
		assertThat(this.entries.newest("shop", "a", BATCH)).extracting(LogEntry::id).containsExactly(3L);
	}

	/**
	 * A purge that looked at every entry in every batch would look at 25 billion of them.
	 */
	@Test
	@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
	void aBatchCostsItsOwnSizeWhateverTheNumberOfEntries() {
		for (int i = 0; i < 1_000_000; i++) {
			append(i, "log " + i % 1000, Duration.ofSeconds(i % 2));
		}
		int purged = 0;
		for (int n = purge(); n > 0; n = purge()) {
			purged += n;
		}
		assertThat(purged).isEqualTo(500_000);
	}

	private int purge() {
		return this.entries.purge(NOW, BATCH);
	}

	private void append(long id, String key, Duration later) {
		this.entries.append("shop", new LogEntry(id, key, null, null, NOW.plus(later)));
	}

}
