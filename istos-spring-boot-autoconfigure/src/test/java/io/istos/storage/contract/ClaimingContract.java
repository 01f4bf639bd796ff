package io.istos.storage.contract;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import io.istos.InvalidKeyException;
import io.istos.storage.Claim;
import io.istos.storage.ClaimKey;
import io.istos.storage.ClaimRequest;
import io.istos.storage.ClaimState;
import io.istos.storage.ClaimToken;
import io.istos.storage.Completion;
import io.istos.storage.Outcome;
import io.istos.storage.Release;
import io.istos.storage.Renewal;
import io.istos.storage.TakeOver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Who may run.
 */
abstract class ClaimingContract extends ContractSupport {

	private static final ClaimKey KEY = key("42");

	ClaimingContract(Supplier<StorageFixture> fixtures) {
		super(fixtures);
	}

	@Test
	void anUnknownKeyIsClaimed() {
		Claim claim = ask(request(KEY));
		assertThat(claim.state()).isEqualTo(ClaimState.CLAIMED);
		assertThat(claim.attempts()).isOne();
		assertThat(claim.former()).isNull();
	}

	@ParameterizedTest
	@EnumSource
	void aLiveClaimIsInFlightForEveryoneElse(TakeOver takeOver) {
		ClaimToken token = claimed(KEY);
		for (Claim rival : List.of(ask(request(KEY, takeOver)), askElsewhere(request(KEY, takeOver)))) {
			assertThat(rival.state()).isEqualTo(ClaimState.IN_FLIGHT);
			assertThat(rival.retryAfter()).isLessThanOrEqualTo(LEASE);
			assertThat(rival.epoch()).isEqualTo(token.epoch());
			assertThat(rival.attempts()).isOne();
		}
		assertOwned(token);
	}

	@Test
	void theHintIsTheRemainingLease() {
		claimed(with(request(KEY), Duration.ofHours(3)));
		assertThat(askElsewhere(request(KEY)).retryAfter()).isBetween(Duration.ofHours(2), Duration.ofHours(3));
	}

	@Test
	void theHintIsNeverShorterThanATenthOfASecond() {
		claimed(with(request(KEY), Duration.ofMillis(50)));
		assertThat(askElsewhere(request(KEY, TakeOver.NONE)).state()).isIn(ClaimState.IN_FLIGHT, ClaimState.ABANDONED);
	}

	@Test
	void aRepeatedRequestIsClaimedAgain() {
		ClaimRequest request = request(KEY);
		Claim first = ask(request);
		for (Claim again : List.of(ask(request), askElsewhere(request), askElsewhere(with(request, TakeOver.NONE)))) {
			assertThat(again).isEqualTo(first);
		}
		assertOwned(request.token(first.epoch()));
	}

	@Test
	void aRepeatedRequestTakesNothingBack() {
		ClaimRequest late = request(KEY);
		claimed(late);
		this.fixture.lapse(KEY);
		ClaimRequest request = request(KEY);
		ClaimToken owner = request.token(askElsewhere(request).epoch());
		assertThat(ask(late).state()).isEqualTo(ClaimState.IN_FLIGHT);
		assertOwned(owner);
		assertThat(this.other.markProcessed(completion(owner, FIRST))).isTrue();
		assertThat(ask(late).outcome()).isEqualTo(FIRST);
		assertThat(askElsewhere(request).outcome()).isEqualTo(FIRST);
	}

	@ParameterizedTest
	@EnumSource(names = { "LAPSED", "LAPSED_AND_HELD" })
	void aLapsedClaimIsTakenOver(TakeOver takeOver) {
		ClaimToken lapsed = lapsed(KEY);
		ClaimRequest request = request(KEY, takeOver);
		Claim claim = askElsewhere(request);
		assertThat(claim.state()).isEqualTo(ClaimState.CLAIMED);
		assertThat(claim.attempts()).isEqualTo(2);
		assertThat(claim.epoch()).isGreaterThan(lapsed.epoch());
		assertThat(former(claim).held()).isFalse();
		assertThat(former(claim).instance()).isEqualTo("node-1");
		assertThat(former(claim).lastError()).isNull();
		assertOwned(request.token(claim.epoch()));
	}

	@Test
	void theFormerAttemptHasItsTimes() {
		lapsed(KEY);
		Claim.Former abandoned = former(ask(request(KEY, TakeOver.NONE)));
		assertThat(former(askElsewhere(request(KEY)))).isEqualTo(abandoned);
	}

	@Test
	void aLapsedClaimIsLeftToItsOwnerIfNotToBeTakenOver() {
		ClaimToken lapsed = lapsed(KEY);
		Claim claim = askElsewhere(request(KEY, TakeOver.NONE));
		assertThat(claim.state()).isEqualTo(ClaimState.ABANDONED);
		assertThat(claim.epoch()).isEqualTo(lapsed.epoch());
		assertThat(claim.attempts()).isOne();
		assertThat(former(claim).held()).isFalse();
		assertThat(this.plugin.markProcessed(completion(lapsed, FIRST))).isTrue();
	}

	@ParameterizedTest
	@EnumSource(names = { "NONE", "LAPSED" })
	void aHeldClaimIsAbandoned(TakeOver takeOver) {
		ClaimToken held = held(KEY);
		Claim claim = askElsewhere(request(KEY, takeOver));
		assertThat(claim.state()).isEqualTo(ClaimState.ABANDONED);
		assertThat(claim.epoch()).isEqualTo(held.epoch());
		assertThat(claim.attempts()).isOne();
		assertThat(former(claim).held()).isTrue();
		assertThat(former(claim).instance()).isEqualTo("node-1");
		assertThat(former(claim).lastError()).isEqualTo("unclear");
	}

	@Test
	void aHeldClaimIsTakenOverIfAskedFor() {
		ClaimToken held = held(KEY);
		ClaimRequest request = request(KEY, TakeOver.LAPSED_AND_HELD);
		Claim claim = askElsewhere(request);
		assertThat(claim.state()).isEqualTo(ClaimState.CLAIMED);
		assertThat(claim.epoch()).isGreaterThan(held.epoch());
		assertThat(claim.attempts()).isEqualTo(2);
		assertThat(former(claim).held()).isTrue();
		assertThat(former(claim).lastError()).isEqualTo("unclear");
		assertOwned(request.token(claim.epoch()));
	}

	@ParameterizedTest
	@EnumSource
	void anOutcomeIsReplayed(TakeOver takeOver) {
		ClaimToken done = done(KEY, FIRST);
		for (Claim claim : List.of(ask(request(KEY, takeOver)),
				askElsewhere(with(request(KEY, takeOver), Duration.ofMillis(1))))) {
			assertThat(claim.state()).isEqualTo(ClaimState.DONE);
			assertThat(claim.outcome()).isEqualTo(FIRST);
			assertThat(claim.epoch()).isEqualTo(done.epoch());
			assertThat(claim.attempts()).isOne();
		}
	}

	@Test
	void aNewNodeKnowsWhatOthersDid() {
		done(KEY, FIRST);
		ClaimToken live = claimed(key("live"));
		assertThat(this.fixture.anotherNode().claimProcessed(request(KEY)).outcome()).isEqualTo(FIRST);
		assertThat(this.fixture.anotherNode().claimProcessed(request(live.key())).epoch()).isEqualTo(live.epoch());
	}

	@ParameterizedTest
	@EnumSource
	void anotherFingerprintIsRefused(TakeOver takeOver) {
		ClaimKey lapsing = key("lapsing");
		ClaimToken lapsed = claimed(lapsing);
		ClaimToken held = held(key("held"));
		this.fixture.lapse(lapsing);
		ClaimToken live = claimed(key("live"));
		ClaimToken done = done(key("done"), FIRST);
		for (ClaimToken token : List.of(lapsed, held, live, done)) {
			ClaimRequest request = withFingerprint(request(token.key(), takeOver), "fp-2");
			for (Claim claim : List.of(ask(request), askElsewhere(request))) {
				assertThat(claim.state()).as("%s", token.key()).isEqualTo(ClaimState.REUSED);
				assertThat(claim.epoch()).isEqualTo(token.epoch());
			}
		}
		assertThat(this.plugin.markProcessed(completion(lapsed, FIRST))).isTrue();
		assertThat(ask(request(held.key())).state()).isEqualTo(ClaimState.ABANDONED);
		assertOwned(live);
		assertThat(this.other.checkProcessed(done.key())).contains(FIRST);
	}

	@Test
	void noFingerprintMatchesEveryStoredOne() {
		ClaimKey lapsing = key("lapsing");
		claimed(lapsing);
		this.fixture.lapse(lapsing);
		ClaimToken live = claimed(KEY);
		ClaimToken done = done(key("done"), FIRST);
		assertThat(ask(withFingerprint(request(lapsing), null)).state()).isEqualTo(ClaimState.CLAIMED);
		assertThat(ask(withFingerprint(request(live.key()), null)).state()).isEqualTo(ClaimState.IN_FLIGHT);
		assertThat(ask(withFingerprint(request(done.key()), null)).outcome()).isEqualTo(FIRST);
	}

	@Test
	void noStoredFingerprintMatchesEveryOne() {
		ClaimKey lapsing = key("lapsing");
		claimed(withFingerprint(request(lapsing), null));
		this.fixture.lapse(lapsing);
		ClaimToken live = claimed(withFingerprint(request(KEY), null));
		ClaimToken done = claimed(withFingerprint(request(key("done")), null));
		assertThat(this.plugin.markProcessed(completion(done, FIRST))).isTrue();
		assertThat(ask(request(lapsing)).state()).isEqualTo(ClaimState.CLAIMED);
		assertThat(ask(request(live.key())).state()).isEqualTo(ClaimState.IN_FLIGHT);
		assertThat(ask(request(done.key())).outcome()).isEqualTo(FIRST);
	}

	@Test
	void aFreeKeyTakesANewFingerprintAndKeepsIt() {
		freed(KEY);
		claimed(withFingerprint(request(KEY), "fp-2"));
		assertThat(ask(request(KEY)).state()).isEqualTo(ClaimState.REUSED);
		assertThat(ask(withFingerprint(request(KEY), "fp-2")).state()).isEqualTo(ClaimState.IN_FLIGHT);
	}

	@Test
	void epochsGrowAndNeverRepeat() {
		List<Long> epochs = new ArrayList<>();
		epochs.add(freed(KEY).epoch());
		epochs.add(claimed(key("another")).epoch());
		epochs.add(lapsed(KEY).epoch());
		epochs.add(freed(KEY).epoch());
		this.fixture.expire(KEY);
		assertThat(this.plugin.purgeClaims(10)).isOne();
		epochs.add(done(KEY, FIRST).epoch());
		this.fixture.expire(KEY);
		assertThat(this.plugin.purgeClaims(10)).isOne();
		epochs.add(claimed(KEY).epoch());
		assertThat(epochs).isSorted().doesNotHaveDuplicates();
	}

	@Test
	void anotherKeyIsAnotherClaim() {
		List<ClaimKey> keys = List.of(new ClaimKey("a", "b", "c"), new ClaimKey("", "b", "c"),
				new ClaimKey("a", "b", "c "), new ClaimKey("a", "b", "C"), new ClaimKey("a", "B", "c"),
				new ClaimKey("A", "b", "c"), new ClaimKey("a", "b", "c/d"), new ClaimKey("a", "b/c", "d"),
				new ClaimKey("a/b", "c", "d"), new ClaimKey("a", "b", "b,c"), new ClaimKey("a", "b,b", "c"),
				new ClaimKey("a", "b", "\u00e9"), new ClaimKey("a", "b", "e\u0301"), new ClaimKey("a", "b", "%"),
				new ClaimKey("a", "b", "'; --"), new ClaimKey("a", "b", "\"\\"), new ClaimKey("a", "b", "c\u0001"));
		for (ClaimKey key : keys) {
			ClaimToken token = claimed(key);
			assertThat(this.plugin.markProcessed(completion(token, result("\"" + keys.indexOf(key) + "\"")))).isTrue();
		}
		for (ClaimKey key : keys) {
			assertThat(this.other.checkProcessed(key)).contains(result("\"" + keys.indexOf(key) + "\""));
		}
	}

	@Test
	void theLongestKeyIsStoredWhole() {
		String most = "\ud83d\ude00".repeat(ClaimKey.MAX_KEY_LENGTH - 1);
		ClaimKey one = new ClaimKey("n".repeat(ClaimKey.MAX_NAMESPACE_BYTES), "o".repeat(ClaimKey.MAX_OPERATION_BYTES),
				most + "1");
		ClaimKey two = new ClaimKey(one.namespace(), one.operation(), most + "2");
		ClaimToken token = claimed(one);
		claimed(two);
		assertOwned(token);
		assertThat(this.plugin.markProcessed(completion(token, FIRST))).isTrue();
		assertThat(this.other.getLog(one.namespace(), one.operation(), 10)).singleElement()
			.satisfies((entry) -> assertThat(entry.idempotencyKey()).isEqualTo(one.key()));
	}

	@ParameterizedTest
	@MethodSource("unstorable")
	void whatCannotBeStoredIsRefused(String namespace, String operation, String key) {
		assertThatExceptionOfType(InvalidKeyException.class).isThrownBy(() -> new ClaimKey(namespace, operation, key));
	}

	static Stream<Arguments> unstorable() {
		return Stream.of(Arguments.of("n", "o", "k".repeat(513)), Arguments.of("n", "o", "\ud83d\ude00".repeat(513)),
				Arguments.of("n", "o", "k\0"), Arguments.of("n", "o", "\ud83d"), Arguments.of("n", "o", "\ude00k"),
				Arguments.of("n", "o", "\ud83d\ud83d\ude00"), Arguments.of("n", "o", ""), Arguments.of("n", "o", " \t"),
				Arguments.of("n", "", "k"), Arguments.of("n", "o".repeat(256), "k"),
				Arguments.of("n", "\u00e9".repeat(128), "k"), Arguments.of("n", "o\0", "k"),
				Arguments.of("n".repeat(256), "o", "k"), Arguments.of("n\0", "o", "k"),
				Arguments.of("\ud83d", "o", "k"));
	}

	@ParameterizedTest
	@MethodSource("absurd")
	void absurdDurationsAreRefused(Duration duration) {
		ClaimToken token = new ClaimToken(KEY, UUID.randomUUID(), 1);
		assertThatIllegalArgumentException().isThrownBy(() -> with(request(KEY), duration));
		assertThatIllegalArgumentException().isThrownBy(() -> new Renewal(token, duration));
		assertThatIllegalArgumentException().isThrownBy(() -> new Completion(token, FIRST, duration));
		assertThatIllegalArgumentException().isThrownBy(() -> new Release(token, Release.Target.FREE, null, duration));
	}

	static List<Duration> absurd() {
		return List.of(Duration.ZERO, Duration.ofNanos(999_999), Duration.ofSeconds(-1),
				ClaimRequest.MAX_DURATION.plusNanos(1), Duration.ofSeconds(Long.MAX_VALUE));
	}

	@Test
	void theLongestDurationsAreTaken() {
		ClaimToken token = claimed(with(request(KEY), ClaimRequest.MAX_DURATION));
		assertThat(this.plugin.renewClaims(List.of(new Renewal(token, ClaimRequest.MAX_DURATION))))
			.containsExactly(Renewal.Answer.RENEWED);
		assertOwned(token);
		assertThat(this.plugin.markProcessed(new Completion(token, FIRST, ClaimRequest.MAX_DURATION))).isTrue();
		assertThat(this.plugin.purgeClaims(10)).isZero();
	}

	@Test
	void aClaimHasItsOwnLease() {
		ClaimToken longer = claimed(with(request(key("longer")), LONGER));
		ClaimToken lapsed = lapsed(KEY);
		assertOwned(longer);
		assertThat(rival(lapsed.key())).isEqualTo(ClaimState.CLAIMED);
	}

	@Test
	void everyTextIsTaken() {
		String text = "O'Hara \"\\ \ud83d\ude00 %s ? :name $1\n\t\u0001";
		ClaimRequest request = new ClaimRequest(KEY, UUID.randomUUID(), text, LEASE, TakeOver.LAPSED, text, text);
		ClaimToken token = claimed(request);
		assertThat(this.plugin.releaseClaim(new Release(token, Release.Target.HELD, text, RETENTION)))
			.isEqualTo(Release.Answer.RELEASED);
		Claim claim = askElsewhere(withFingerprint(request(KEY), text));
		assertThat(former(claim).instance()).isEqualTo(text);
		assertThat(former(claim).lastError()).isEqualTo(text);
	}

	@Test
	void failuresAreOutcomesToo() {
		Outcome failure = new Outcome(Outcome.Kind.FAILURE, "{\"type\":\"Declined\"}");
		done(KEY, failure);
		assertThat(askElsewhere(request(KEY)).outcome()).isEqualTo(failure);
		assertThat(this.other.checkProcessed(KEY)).contains(failure);
	}

}
