package io.istos.storage.contract;

import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.istos.storage.Claim;
import io.istos.storage.ClaimKey;
import io.istos.storage.ClaimRequest;
import io.istos.storage.ClaimState;
import io.istos.storage.ClaimToken;
import io.istos.storage.Release;
import io.istos.storage.TakeOver;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How a claim is given up.
 */
abstract class ReleaseContract extends ContractSupport {

	private static final ClaimKey KEY = key("42");

	ReleaseContract(Supplier<StorageFixture> fixtures) {
		super(fixtures);
	}

	@ParameterizedTest
	@EnumSource
	void aReleasedKeyIsClaimedAnew(TakeOver takeOver) {
		ClaimToken freed = freed(KEY);
		ClaimRequest request = request(KEY, takeOver);
		Claim claim = askElsewhere(request);
		assertThat(claim.state()).isEqualTo(ClaimState.CLAIMED);
		assertThat(claim.former()).isNull();
		assertThat(claim.epoch()).isGreaterThan(freed.epoch());
		assertOwned(request.token(claim.epoch()));
	}

	@Test
	void attemptsAndTheLastErrorStay() {
		freed(KEY);
		freed(KEY);
		lapsed(KEY);
		Claim claim = askElsewhere(request(KEY, TakeOver.NONE));
		assertThat(claim.attempts()).isEqualTo(3);
		assertThat(former(claim).lastError()).isEqualTo("boom");
	}

	@Test
	void onlyTheFirstReleaseIsOne() {
		ClaimToken freed = freed(KEY);
		assertThat(release(freed)).isEqualTo(Release.Answer.NOT_OURS);
		assertThat(this.plugin.releaseClaim(hold(freed))).isEqualTo(Release.Answer.NOT_OURS);
		ClaimToken held = held(key("held"));
		assertThat(release(held)).isEqualTo(Release.Answer.NOT_OURS);
		assertThat(ask(request(held.key())).state()).isEqualTo(ClaimState.ABANDONED);
		assertThat(ask(request(KEY)).state()).isEqualTo(ClaimState.CLAIMED);
	}

	@Test
	void aLapsedClaimThatNobodyTookIsReleased() {
		assertThat(release(lapsed(KEY))).isEqualTo(Release.Answer.RELEASED);
		assertThat(ask(request(KEY, TakeOver.NONE)).state()).isEqualTo(ClaimState.CLAIMED);
	}

	@ParameterizedTest
	@EnumSource
	void aClaimTakenOverIsNotReleased(Release.Target target) {
		ClaimToken lost = lapsed(KEY);
		ClaimRequest request = request(KEY);
		ClaimToken owner = request.token(askElsewhere(request).epoch());
		for (ClaimToken token : List.of(lost, withEpoch(lost, ClaimToken.UNKNOWN_EPOCH))) {
			assertThat(this.plugin.releaseClaim(new Release(token, target, "late", RETENTION)))
				.isEqualTo(Release.Answer.NOT_OURS);
		}
		assertOwned(owner);
		assertThat(this.other.markProcessed(completion(owner, SECOND))).isTrue();
		assertThat(release(lost)).isEqualTo(Release.Answer.NOT_OURS);
		assertThat(ask(request(KEY)).outcome()).isEqualTo(SECOND);
	}

	@Test
	void anOutcomeIsNotReleased() {
		ClaimToken done = done(KEY, FIRST);
		assertThat(release(done)).isEqualTo(Release.Answer.COMPLETED);
		assertThat(release(withEpoch(done, ClaimToken.UNKNOWN_EPOCH))).isEqualTo(Release.Answer.COMPLETED);
		assertThat(release(withOwner(done, UUID.randomUUID()))).isEqualTo(Release.Answer.NOT_OURS);
		assertThat(this.other.checkProcessed(KEY)).contains(FIRST);
	}

	@Test
	void theOwnerTokenAloneReleasesAClaimWhoseAnswerNeverArrived() {
		ClaimRequest request = request(KEY);
		claimed(request);
		assertThat(release(request.token(ClaimToken.UNKNOWN_EPOCH))).isEqualTo(Release.Answer.RELEASED);
		assertThat(rival(KEY)).isEqualTo(ClaimState.CLAIMED);
	}

	@Test
	void onlyTheOwnerReleases() {
		freed(KEY);
		ClaimToken token = claimed(KEY);
		ClaimToken stranger = withOwner(token, UUID.randomUUID());
		for (ClaimToken wrong : List.of(stranger, withEpoch(stranger, ClaimToken.UNKNOWN_EPOCH),
				withEpoch(token, token.epoch() - 1), withEpoch(token, token.epoch() + 1))) {
			assertThat(release(wrong)).as("%s", wrong).isEqualTo(Release.Answer.NOT_OURS);
		}
		assertOwned(token);
	}

	@Test
	void aKeyThatIsNotKnownIsNotReleased() {
		assertThat(release(new ClaimToken(KEY, UUID.randomUUID(), 1))).isEqualTo(Release.Answer.NOT_OURS);
		assertThat(release(new ClaimToken(KEY, UUID.randomUUID(), ClaimToken.UNKNOWN_EPOCH)))
			.isEqualTo(Release.Answer.NOT_OURS);
		assertThat(ask(request(KEY)).attempts()).isOne();
	}

	@ParameterizedTest
	@ValueSource(strings = { "nul \0", "half \ud83d", "\ude00" })
	void noErrorTextKeepsAClaimFromItsRelease(String text) {
		ClaimToken token = claimed(KEY);
		assertThat(this.plugin.releaseClaim(new Release(token, Release.Target.FREE, text, RETENTION)))
			.isEqualTo(Release.Answer.RELEASED);
		assertThat(rival(KEY)).isEqualTo(ClaimState.CLAIMED);
	}

	@Test
	void noErrorIsAnErrorTextToo() {
		ClaimToken token = claimed(KEY);
		assertThat(this.plugin.releaseClaim(new Release(token, Release.Target.HELD, null, RETENTION)))
			.isEqualTo(Release.Answer.RELEASED);
		Claim claim = ask(request(KEY));
		assertThat(former(claim).lastError()).isNull();
	}

	private Release.Answer release(ClaimToken token) {
		return this.plugin.releaseClaim(free(token));
	}

}
