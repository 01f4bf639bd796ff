package io.istos.storage.postgres;

import java.util.List;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import io.istos.storage.Claim;
import io.istos.storage.ClaimKey;
import io.istos.storage.ClaimRequest;
import io.istos.storage.ClaimState;
import io.istos.storage.Release;
import io.istos.storage.TakeOver;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A take-over whose answer was lost is asked for again, and must still tell what it took
 * over: else a call that ought to be reconciled would just run.
 */
class TakeOverMemoryTests {

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
	void aRepeatedTakeOverOfALapsedClaimTellsTheSame() throws Exception {
		ClaimKey key = Ledger.key();
		ledger.claimed(key, Ledger.SHORT);
		ledger.awaitLapse(key);
		assertRepeatable(Ledger.request(key), false);
	}

	@Test
	void aRepeatedTakeOverOfAHeldClaimTellsTheSame() throws Exception {
		ClaimKey key = Ledger.key();
		ledger.plugin.releaseClaim(Ledger.hold(ledger.claimed(key)));
		assertRepeatable(Ledger.request(key, Ledger.LONG, TakeOver.LAPSED_AND_HELD), true);
	}

	@Test
	void whatWasTakenOverIsForgottenWithTheNextClaim() {
		ClaimKey key = Ledger.key();
		ledger.claimed(key, Ledger.SHORT);
		ledger.awaitLapse(key);
		assertThat(ledger.plugin.releaseClaim(Ledger.release(ledger.claimed(key)))).isEqualTo(Release.Answer.RELEASED);
		ClaimRequest fresh = Ledger.request(key);
		assertThat(ledger.claim(fresh).former()).isNull();
		assertThat(ledger.claim(fresh).former()).isNull();
	}

	private static void assertRepeatable(ClaimRequest request, boolean held) throws Exception {
		Claim first = ledger.claim(request);
		assertThat(first.state()).isEqualTo(ClaimState.CLAIMED);
		assertThat(first.attempts()).isEqualTo(2);
		assertThat(first.former()).isNotNull();
		assertThat(first.former().held()).isEqualTo(held);
		for (Claim again : List.of(ledger.claim(request),
				ledger.claimTogether(request, Ledger.request(Ledger.key())).get(0).get())) {
			assertThat(again).isEqualTo(first);
		}
	}

}
