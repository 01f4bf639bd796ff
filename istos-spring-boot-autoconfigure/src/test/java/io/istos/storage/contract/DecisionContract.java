package io.istos.storage.contract;

import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.istos.ClaimLostException;
import io.istos.storage.Claim;
import io.istos.storage.ClaimDecision;
import io.istos.storage.ClaimDecision.Verdict;
import io.istos.storage.ClaimKey;
import io.istos.storage.ClaimState;
import io.istos.storage.ClaimStatus;
import io.istos.storage.ClaimToken;
import io.istos.storage.ClaimView;
import io.istos.storage.DecisionAnswer;
import io.istos.storage.Outcome;
import io.istos.storage.Release;
import io.istos.storage.Renewal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What becomes of people's decisions about a key.
 */
abstract class DecisionContract extends OperatorSupport {

	DecisionContract(Supplier<StorageFixture> fixtures) {
		super(fixtures);
	}

	@ParameterizedTest
	@EnumSource
	void nothingIsDecidedAboutAnUnknownKey(Verdict verdict) {
		assertThat(decide(KEY, verdict)).isEqualTo(DecisionAnswer.NOT_FOUND);
		assertThat(this.plugin.decide(decision(KEY, verdict, 1L))).isEqualTo(DecisionAnswer.NOT_FOUND);
		assertThat(audit()).isEmpty();
		assertThat(this.plugin.findClaim(KEY)).isEmpty();
	}

	@ParameterizedTest
	@EnumSource
	void aLiveClaimIsUntouched(Verdict verdict) {
		ClaimToken token = claimed(KEY);
		ClaimView before = claimOf(KEY);
		assertThat(decide(token, verdict)).isEqualTo(DecisionAnswer.NOT_FOR_THIS);
		assertThat(this.plugin.decide(decision(KEY, verdict, token.epoch()))).isEqualTo(DecisionAnswer.NOT_FOR_THIS);
		assertThat(claimOf(KEY)).isEqualTo(before);
		assertThat(audit()).isEmpty();
		assertThat(this.plugin.renewClaims(List.of(renewal(token)))).containsExactly(Renewal.Answer.RENEWED);
		assertThat(this.plugin.markProcessed(completion(token, FIRST))).isTrue();
	}

	@ParameterizedTest
	@EnumSource
	void anotherEpochMeansThatItChanged(Verdict verdict) {
		for (ClaimToken token : List.of(lapsed(KEY), held(key("held")), freed(key("free")))) {
			ClaimView before = claimOf(token.key());
			for (long epoch : new long[] { token.epoch() - 1, token.epoch() + 1 }) {
				assertThat(this.plugin.decide(decision(token.key(), verdict, epoch))).isEqualTo(DecisionAnswer.CHANGED);
			}
			assertThat(claimOf(token.key())).isEqualTo(before);
		}
		assertThat(audit()).isEmpty();
	}

	@ParameterizedTest
	@EnumSource
	void theRightEpochIsDecidedAbout(Verdict verdict) {
		ClaimToken token = lapsed(KEY);
		assertThat(this.plugin.decide(decision(KEY, verdict, token.epoch()))).isEqualTo(DecisionAnswer.DONE);
	}

	@Test
	void whatIsFreeOrDoneIsNotReleased() {
		assertThat(decide(freed(KEY), Verdict.RELEASE)).isEqualTo(DecisionAnswer.NOT_FOR_THIS);
		assertThat(decide(done(key("done"), FIRST), Verdict.RELEASE)).isEqualTo(DecisionAnswer.NOT_FOR_THIS);
		assertThat(decide(done(key("done, too"), FIRST), Verdict.COMPLETE)).isEqualTo(DecisionAnswer.NOT_FOR_THIS);
		assertThat(audit()).isEmpty();
		assertThat(this.other.checkProcessed(key("done, too"))).contains(FIRST);
	}

	@Test
	void anAbandonedOrHeldKeyIsReleased() {
		for (ClaimToken token : List.of(lapsed(KEY), held(key("held")))) {
			ClaimView before = claimOf(token.key());
			assertThat(decide(token, Verdict.RELEASE)).isEqualTo(DecisionAnswer.DONE);
			ClaimView view = claimOf(token.key());
			assertThat(view.status()).isEqualTo(ClaimStatus.FREE);
			assertThat(view.epoch()).isEqualTo(token.epoch());
			assertThat(view.lastError()).isEqualTo(before.lastError());
			assertThat(view.expiresAt()).isAfter(view.claimedAt().plus(RETENTION).minusSeconds(1));
			Claim claim = askElsewhere(request(token.key()));
			assertThat(claim.state()).isEqualTo(ClaimState.CLAIMED);
			assertThat(claim.attempts()).isEqualTo(2);
			assertThat(claim.epoch()).isGreaterThan(token.epoch());
		}
		assertThat(log()).isEmpty();
	}

	@Test
	void anAbandonedHeldOrFreeKeyIsCompleted() {
		for (ClaimToken token : List.of(lapsed(KEY), held(key("held")), freed(key("free")))) {
			ClaimView before = claimOf(token.key());
			assertThat(decide(token, Verdict.COMPLETE)).isEqualTo(DecisionAnswer.DONE);
			ClaimView view = claimOf(token.key());
			assertThat(view.status()).isEqualTo(ClaimStatus.DONE);
			assertThat(view.epoch()).isGreaterThan(token.epoch());
			assertThat(view.attempts()).isOne();
			assertThat(view.lastError()).isEqualTo(before.lastError());
			assertThat(view.claimedAt()).isEqualTo(before.claimedAt());
			assertThat(this.other.checkProcessed(token.key())).contains(SECOND);
			Claim claim = askElsewhere(request(token.key()));
			assertThat(claim.state()).isEqualTo(ClaimState.DONE);
			assertThat(claim.outcome()).isEqualTo(SECOND);
		}
		assertThat(log()).isEmpty();
		assertThat(audit()).hasSize(3);
	}

	@ParameterizedTest
	@EnumSource
	void anOutcomeOfAnyKind(Outcome.Kind kind) {
		held(KEY);
		Outcome outcome = new Outcome(kind, "{\"a\":1}");
		assertThat(
				this.plugin.decide(new ClaimDecision(KEY, null, Verdict.COMPLETE, outcome, Duration.ofDays(1), AUDIT)))
			.isEqualTo(DecisionAnswer.DONE);
		assertThat(this.other.checkProcessed(KEY)).contains(outcome);
		assertThat(claimOf(KEY).expiresAt()).isBefore(claimOf(KEY).claimedAt().plus(RETENTION));
	}

	@Test
	void everyKeyThatDoesNotRunIsForgotten() {
		for (ClaimToken token : List.of(lapsed(KEY), held(key("held")), freed(key("free")), done(key("done"), FIRST))) {
			assertThat(decide(token, Verdict.FORGET)).isEqualTo(DecisionAnswer.DONE);
			assertThat(this.plugin.findClaim(token.key())).isEmpty();
			Claim claim = askElsewhere(request(token.key()));
			assertThat(claim.state()).isEqualTo(ClaimState.CLAIMED);
			assertThat(claim.attempts()).isOne();
			assertThat(claim.epoch()).isGreaterThan(token.epoch());
		}
		assertThat(audit()).hasSize(4).allSatisfy((entry) -> assertThat(entry.idempotencyKey()).isNull());
	}

	@Test
	void theTraceOfAForgottenKeyIsErased() {
		ClaimToken token = held(KEY);
		assertThat(decide(token, Verdict.RELEASE)).isEqualTo(DecisionAnswer.DONE);
		this.plugin.log("shop", "order.book", "\"noted\"", KEY.key());
		done(KEY, FIRST);
		done(key("421"), SECOND);
		this.plugin.log("shop", "order.book", "\"other\"", null);
		this.plugin.log("shop", "order.cancel", "\"other\"", KEY.key());
		this.plugin.log("shop|acme", "order.book", "\"other\"", KEY.key());
		held(key("held"));
		assertThat(decide(key("held"), Verdict.RELEASE)).isEqualTo(DecisionAnswer.DONE);
		assertThat(decide(KEY, Verdict.FORGET)).isEqualTo(DecisionAnswer.DONE);
		assertThat(log()).extracting((entry) -> entry.value()).containsExactly("\"other\"", SECOND.json());
		assertThat(this.other.getLog("shop", "order.cancel", 10)).hasSize(1);
		assertThat(this.other.getLog("shop|acme", "order.book", 10)).hasSize(1);
		assertThat(audit()).extracting((entry) -> entry.idempotencyKey()).containsExactly(null, "held");
	}

	@ParameterizedTest
	@EnumSource
	void aDecisionIsEntered(Verdict verdict) {
		lapsed(KEY);
		assertThat(decide(KEY, verdict)).isEqualTo(DecisionAnswer.DONE);
		assertEntered((verdict != Verdict.FORGET) ? KEY.key() : null);
	}

	@ParameterizedTest
	@EnumSource
	void aStalledOwnerIsRefusedAfterwards(Verdict verdict) {
		ClaimToken stalled = lapsed(KEY);
		assertThat(decide(KEY, verdict)).isEqualTo(DecisionAnswer.DONE);
		assertThat(this.plugin.markProcessed(completion(stalled, FIRST))).isFalse();
		assertThat(this.plugin.renewClaims(List.of(renewal(stalled)))).containsExactly(Renewal.Answer.LOST);
		for (ClaimToken token : List.of(stalled, withEpoch(stalled, ClaimToken.UNKNOWN_EPOCH))) {
			assertThat(this.plugin.releaseClaim(free(token))).isEqualTo(Release.Answer.NOT_OURS);
			assertThat(this.plugin.releaseClaim(hold(token))).isEqualTo(Release.Answer.NOT_OURS);
		}
		try (TestTransaction transaction = this.fixture.begin()) {
			assertThat(this.plugin.lockClaim(stalled, transaction.ledger())).isFalse();
			assertThatExceptionOfType(ClaimLostException.class)
				.isThrownBy(() -> this.plugin.markProcessed(List.of(completion(stalled, FIRST)), transaction.ledger()));
		}
		assertThat(this.other.checkProcessed(KEY).isPresent()).isEqualTo(verdict == Verdict.COMPLETE);
		assertThat(log()).isEmpty();
	}

	@ParameterizedTest
	@EnumSource
	void whatATransactionIsOnIsLeftToIt(Verdict verdict) {
		ClaimToken token = lapsed(KEY);
		try (TestTransaction transaction = this.fixture.begin()) {
			assertThat(this.plugin.lockClaim(token, transaction.ledger())).isTrue();
			assertThat(decide(KEY, verdict)).isEqualTo(DecisionAnswer.LOCKED);
			this.plugin.markProcessed(List.of(completion(token, FIRST)), transaction.ledger());
			assertThat(decide(KEY, verdict)).isEqualTo(DecisionAnswer.LOCKED);
			assertThat(this.plugin.decide(decision(KEY, verdict, token.epoch() - 1))).isEqualTo(DecisionAnswer.CHANGED);
			transaction.commit();
		}
		assertThat(this.other.checkProcessed(KEY)).contains(FIRST);
		assertThat(audit()).isEmpty();
	}

	@ParameterizedTest
	@EnumSource(names = { "COMPLETE", "FORGET" })
	void aFreeKeyThatATransactionClaimsIsLeftToIt(Verdict verdict) {
		freed(KEY);
		try (TestTransaction transaction = this.fixture.begin()) {
			claimedIn(transaction, KEY);
			assertThat(decide(KEY, verdict)).isEqualTo(DecisionAnswer.LOCKED);
			transaction.rollback();
		}
		assertThat(decide(KEY, verdict)).isEqualTo(DecisionAnswer.DONE);
	}

	@ParameterizedTest
	@EnumSource
	void ofManyDecisionsAboutAKeyOneIsCarriedOut(Verdict verdict) {
		for (int round = 0; round < Math.min(20, this.fixture.rounds()); round++) {
			ClaimKey key = key("k" + round);
			lapsed(key);
			int before = audit().size();
			try (Crowd crowd = new Crowd()) {
				List<DecisionAnswer> answers = crowd
					.together((i) -> ((i % 2 == 0) ? this.plugin : this.other).decide(decision(key, verdict)));
				assertThat(answers).containsOnlyOnce(DecisionAnswer.DONE).doesNotContain(DecisionAnswer.CHANGED);
			}
			assertThat(audit()).hasSize(before + 1);
		}
	}

}
