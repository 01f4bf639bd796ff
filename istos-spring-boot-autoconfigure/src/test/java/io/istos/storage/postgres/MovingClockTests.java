package io.istos.storage.postgres;

import java.util.List;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import io.istos.storage.ClaimKey;
import io.istos.storage.ClaimState;
import io.istos.storage.ClaimToken;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Time is the server's, and goes on inside a transaction: {@code now()} is when that
 * began.
 */
class MovingClockTests {

	private static Ledger ledger;

	@BeforeAll
	static void open() {
		ledger = Ledger.create();
	}

	@AfterAll
	static void close() {
		ledger.close();
	}

	@Test
	void aLeaseCountsFromTheClaimAndNotFromTheTransaction() {
		ClaimKey key = Ledger.key();
		ledger.inTransaction((transaction) -> {
			grow();
			ledger.plugin.claimProcessed(Ledger.request(key), transaction);
			assertThat(later("deadline", "interval '5 min'", key)).isTrue();
			assertThat(later("claimed_at", "interval '0'", key)).isTrue();
			return key;
		});
	}

	@Test
	void aRetentionCountsFromTheCompletion() {
		ClaimToken token = ledger.claimed(Ledger.key());
		ledger.inTransaction((transaction) -> {
			grow();
			ledger.plugin.markProcessed(List.of(Ledger.completion(token, "1")), transaction);
			assertThat(later("expires_at", "interval '7 days'", token.key())).isTrue();
			return token;
		});
	}

	@Test
	void aClaimThatLapsedSinceTheTransactionBeganHasLapsed() {
		ClaimKey key = Ledger.key();
		ledger.inTransaction((transaction) -> {
			grow();
			ledger.claimed(key, Ledger.SHORT);
			ledger.awaitLapse(key);
			assertThat(ledger.plugin.claimProcessed(Ledger.request(key), transaction).state())
				.isEqualTo(ClaimState.CLAIMED);
			return key;
		});
	}

	/** Let the transaction become 200 ms old. */
	private static void grow() {
		ledger.business().queryForList("SELECT pg_sleep(0.2)");
	}

	private static boolean later(String column, String distance, ClaimKey key) {
		return Boolean.TRUE.equals(ledger.business()
			.queryForObject("SELECT " + column + " >= now() + " + distance + " + interval '200 ms' "
					+ "FROM istos.istos_idempotency WHERE key = ?", Boolean.class, key.key()));
	}

}
