package io.istos.storage.memory;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.istos.storage.ClaimKey;
import io.istos.storage.ClaimRequest;
import io.istos.storage.ClaimToken;
import io.istos.storage.Release;
import io.istos.storage.TakeOver;

import static org.assertj.core.api.Assertions.assertThat;

class LedgerTests {

	private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

	private static final int ROWS = 1_000_000;

	private static final int BATCH = 10;

	private final Ledger ledger = new Ledger();

	/**
	 * A purge that looked at every row in every batch would look at 50 billion of them;
	 * this one takes a second or two.
	 */
	@Test
	@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
	void aBatchCostsItsOwnSizeWhateverTheNumberOfRows() {
		Row expired = free(Duration.ofDays(1));
		Row kept = free(Duration.ofDays(3));
		for (int i = 0; i < ROWS; i++) {
			this.ledger.write(key(i), (i % 2 == 0) ? expired : kept);
		}
		assertThat(purgeAll()).isEqualTo(ROWS / 2);
		assertThat(this.ledger.find(key(0))).isNull();
		assertThat(this.ledger.find(key(1))).isSameAs(kept);
	}

	@Test
	void aRowExpiresAsItWasWrittenLast() {
		this.ledger.write(key(1), free(Duration.ofDays(1)));
		this.ledger.write(key(1), free(Duration.ofDays(3)));
		assertThat(this.ledger.purge(10, NOW.plus(Duration.ofDays(2)))).isZero();
		assertThat(this.ledger.purge(10, NOW.plus(Duration.ofDays(3)))).isOne();
		assertThat(this.ledger.purge(10, NOW.plus(Duration.ofDays(3)))).isZero();
	}

	private int purgeAll() {
		int sum = 0;
		for (int n = purgeBatch(); n > 0; n = purgeBatch()) {
			sum += n;
		}
		return sum;
	}

	private int purgeBatch() {
		return this.ledger.purge(BATCH, NOW.plus(Duration.ofDays(2)));
	}

	private static ClaimKey key(int i) {
		return new ClaimKey("shop", "order.book", Integer.toString(i));
	}

	private static Row free(Duration retention) {
		ClaimRequest request = new ClaimRequest(key(0), UUID.randomUUID(), null, Duration.ofSeconds(30),
				TakeOver.LAPSED, null, null);
		return Row.claimed(null, request, 1, NOW)
			.released(new Release(new ClaimToken(key(0), request.owner(), 1), Release.Target.FREE, null, retention),
					NOW);
	}

}
