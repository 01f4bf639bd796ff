package io.istos.storage.postgres;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import io.istos.storage.Claim;
import io.istos.storage.ClaimKey;
import io.istos.storage.ClaimRequest;
import io.istos.storage.ClaimState;
import io.istos.storage.TakeOver;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A replay, an in-flight answer and a reused key write nothing and lock no row: a lock
 * would leave its transaction in {@code xmax}, a write would leave a new version.
 */
class ReadOnlyAnswersTests {

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
	void ofAnOutcome() throws Exception {
		ClaimKey key = Ledger.key();
		ledger.done(key, "1");
		assertUntouched(key, ClaimState.DONE);
	}

	@Test
	void ofALiveClaim() throws Exception {
		ClaimKey key = Ledger.key();
		ledger.claimed(key);
		assertUntouched(key, ClaimState.IN_FLIGHT);
	}

	@Test
	void ofAReusedKey() throws Exception {
		ClaimKey key = Ledger.key();
		ledger.claimed(key, Ledger.SHORT);
		ledger.awaitLapse(key);
		Map<String, @Nullable Object> before = ledger.row(key);
		for (TakeOver takeOver : TakeOver.values()) {
			ClaimRequest request = Ledger.request(key, Ledger.LONG, takeOver);
			ClaimRequest reused = new ClaimRequest(key, request.owner(), "other", request.lease(), takeOver, null,
					null);
			assertThat(ledger.claim(reused).state()).isEqualTo(ClaimState.REUSED);
		}
		assertThat(ledger.row(key)).isEqualTo(before);
	}

	@Test
	void ofARepeatedRequest() {
		ClaimKey key = Ledger.key();
		ClaimRequest request = Ledger.request(key);
		ledger.claim(request);
		Map<String, @Nullable Object> before = ledger.row(key);
		assertThat(ledger.claim(request).state()).isEqualTo(ClaimState.CLAIMED);
		assertThat(ledger.row(key)).isEqualTo(before);
	}

	/** The caller's transaction would keep such a lock to its end. */
	@Test
	void ofAHeldClaimInTheCallersTransaction() {
		ClaimKey key = Ledger.key();
		ledger.plugin.releaseClaim(Ledger.hold(ledger.claimed(key)));
		Map<String, @Nullable Object> before = ledger.row(key);
		Claim claim = ledger
			.inTransaction((transaction) -> ledger.plugin.claimProcessed(Ledger.request(key), transaction));
		assertThat(claim.state()).isEqualTo(ClaimState.ABANDONED);
		assertThat(ledger.row(key)).isEqualTo(before);
	}

	private void assertUntouched(ClaimKey key, ClaimState expected) throws Exception {
		Map<String, @Nullable Object> before = ledger.row(key);
		List<Claim> answers = new ArrayList<>();
		for (TakeOver takeOver : TakeOver.values()) {
			ClaimRequest request = Ledger.request(key, Ledger.SHORT, takeOver);
			answers.add(ledger.claim(request));
			answers.addAll(ledger.claimTogether(request, Ledger.request(Ledger.key()))
				.stream()
				.limit(1)
				.map(Optional::get)
				.toList());
			answers.add(ledger.inTransaction((transaction) -> ledger.plugin.claimProcessed(request, transaction)));
		}
		ledger.plugin.checkProcessed(key);
		assertThat(answers).hasSize(9).extracting(Claim::state).containsOnly(expected);
		assertThat(ledger.row(key)).isEqualTo(before);
	}

}
