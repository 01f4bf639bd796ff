package io.istos.storage.contract;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import io.istos.InvalidKeyException;
import io.istos.StorageUnavailableException;
import io.istos.storage.Claim;
import io.istos.storage.ClaimQuery;
import io.istos.storage.ClaimState;
import io.istos.storage.ClaimStatus;
import io.istos.storage.ClaimToken;
import io.istos.storage.ClaimView;
import io.istos.storage.Outcome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * How keys are entered whose calls finished elsewhere.
 */
abstract class ImportContract extends OperatorSupport {

	ImportContract(Supplier<StorageFixture> fixtures) {
		super(fixtures);
	}

	private int enter(String... keys) {
		return this.plugin.importFinished(ORDERS, List.of(keys), RETENTION, AUDIT);
	}

	@Test
	void whatIsEnteredIsDone() {
		assertThat(enter("b", "a", "b")).isEqualTo(2);
		for (String key : List.of("a", "b")) {
			ClaimView view = claimOf(key(key));
			assertThat(view.status()).isEqualTo(ClaimStatus.DONE);
			assertThat(view.outcome()).isEqualTo(Outcome.Kind.UNKNOWN);
			assertThat(view.attempts()).isZero();
			assertThat(view.epoch()).isPositive();
			assertThat(view.expiresAt()).isAfter(view.claimedAt().plus(RETENTION).minusSeconds(1));
			Claim claim = askElsewhere(request(key(key)));
			assertThat(claim.state()).isEqualTo(ClaimState.DONE);
			assertThat(claim.outcome()).isEqualTo(Outcome.UNKNOWN);
		}
		assertThat(log()).isEmpty();
		assertEntered(null);
	}

	@Test
	void aKeyThatHasARowKeepsIt() {
		ClaimToken live = claimed(key("live"));
		done(key("done"), FIRST);
		freed(key("free"));
		held(key("held"));
		List<ClaimView> before = this.plugin.findClaims(query(ALL));
		assertThat(enter("live", "done", "free", "held")).isZero();
		assertThat(this.plugin.findClaims(query(ALL))).isEqualTo(before);
		assertThat(audit()).isEmpty();
		assertThat(enter("live", "new")).isOne();
		assertThat(enter("new")).isZero();
		assertEntered(null);
		assertThat(this.plugin.markProcessed(completion(live, FIRST))).isTrue();
	}

	@Test
	void aKeyThatATransactionClaimsIsWaitedForInVain() {
		try (TestTransaction transaction = this.fixture.begin()) {
			claimedIn(transaction, KEY);
			assertThatExceptionOfType(StorageUnavailableException.class).isThrownBy(() -> enter("41", "42", "43"));
			transaction.rollback();
		}
		assertThat(this.plugin.findClaims(query(ALL))).isEmpty();
		assertThat(audit()).isEmpty();
		assertThat(enter("41", "42", "43")).isEqualTo(3);
	}

	@Test
	void whatIsEnteredIsPurgedAfterItsRetention() {
		enter("42");
		assertThat(this.plugin.purgeClaims(10)).isZero();
		this.fixture.expire(KEY);
		assertThat(this.plugin.purgeClaims(10)).isOne();
	}

	@Test
	void asManyAsAPageAtOnce() {
		List<String> keys = IntStream.range(0, ClaimQuery.MOST).mapToObj((i) -> "k" + i).toList();
		assertThat(this.plugin.importFinished(ORDERS, keys, RETENTION, AUDIT)).isEqualTo(ClaimQuery.MOST);
		assertThat(this.plugin.importFinished(ORDERS, keys, RETENTION, AUDIT)).isZero();
		assertThat(this.plugin.importFinished(ORDERS, List.of(), RETENTION, AUDIT)).isZero();
		assertThatIllegalArgumentException().isThrownBy(() -> this.plugin.importFinished(ORDERS,
				Collections.nCopies(ClaimQuery.MOST + 1, "k"), RETENTION, AUDIT));
		assertThat(audit()).hasSize(1);
	}

	@Test
	void whatCanNotBeStoredIsRefusedAndNothingEntered() {
		for (String key : List.of("", " ", "nul \0", "half \ud83d", "k".repeat(513))) {
			assertThatExceptionOfType(InvalidKeyException.class).isThrownBy(() -> enter("fine", key));
		}
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.plugin.importFinished(ORDERS, List.of("fine"), Duration.ZERO, AUDIT));
		assertThat(this.plugin.findClaims(query(ALL))).isEmpty();
		assertThat(audit()).isEmpty();
	}

	@Test
	void ofManyWhoEnterAKeyOrClaimItOneDoes() {
		for (int round = 0; round < Math.min(20, this.fixture.rounds()); round++) {
			String key = "k" + round;
			try (Crowd crowd = new Crowd()) {
				List<Boolean> won = crowd.together((i) -> (i % 2 == 0) ? enter("a" + key, key) > 0
						: askElsewhere(request(key(key))).state() == ClaimState.CLAIMED);
				assertThat(won).contains(true);
			}
			ClaimView view = claimOf(key(key));
			assertThat(view.status()).isIn(ClaimStatus.DONE, ClaimStatus.RUNNING);
			assertThat(view.attempts()).isEqualTo((view.status() == ClaimStatus.DONE) ? 0 : 1);
		}
	}

}
