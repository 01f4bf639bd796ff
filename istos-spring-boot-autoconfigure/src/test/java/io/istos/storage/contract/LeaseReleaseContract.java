package io.istos.storage.contract;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;

import org.junit.jupiter.api.Test;

import io.istos.storage.Acquisition;
import io.istos.storage.ClaimRequest;
import io.istos.storage.LeaseRelease;
import io.istos.storage.LeaseRequest;
import io.istos.storage.LeaseToken;
import io.istos.storage.ScopeKey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * How a lease is given up.
 */
abstract class LeaseReleaseContract extends LeaseSupport {

	private static final ScopeKey SCOPE = scope("nightly");

	LeaseReleaseContract(Supplier<StorageFixture> fixtures) {
		super(fixtures);
	}

	@Test
	void onlyTheFirstReleaseIsOne() {
		LeaseToken freed = freed(SCOPE);
		assertThat(release(freed)).isEqualTo(LeaseRelease.Answer.NOT_OURS);
		LeaseToken owner = acquiredElsewhere(SCOPE);
		assertThat(release(freed)).isEqualTo(LeaseRelease.Answer.NOT_OURS);
		assertHeld(owner);
	}

	@Test
	void aLapsedLeaseThatNobodyTookIsReleased() {
		assertThat(release(lapsed(SCOPE))).isEqualTo(LeaseRelease.Answer.RELEASED);
		assertThat(rivalGranted(SCOPE).takenOver()).isFalse();
	}

	@Test
	void aLateReleaseIsRefusedAndAThirdStillFindsTheScopeBusy() {
		LeaseToken slow = lapsed(SCOPE);
		LeaseToken owner = acquiredElsewhere(SCOPE);
		for (LeaseToken late : List.of(slow, withEpoch(slow, LeaseToken.UNKNOWN_EPOCH))) {
			assertThat(release(late)).isEqualTo(LeaseRelease.Answer.NOT_OURS);
			assertThat(this.plugin.releaseLease(new LeaseRelease(late, HOURS))).isEqualTo(LeaseRelease.Answer.NOT_OURS);
		}
		assertHeld(owner);
		assertThat(rival(SCOPE).retryAfter()).isLessThanOrEqualTo(LEASE);
	}

	@Test
	void theOwnerTokenAloneReleasesALeaseWhoseAnswerNeverArrived() {
		LeaseRequest request = request(SCOPE);
		acquire(request);
		assertThat(release(request.token(LeaseToken.UNKNOWN_EPOCH))).isEqualTo(LeaseRelease.Answer.RELEASED);
		assertThat(rivalGranted(SCOPE).takenOver()).isFalse();
	}

	@Test
	void onlyTheOwnerReleases() {
		freed(SCOPE);
		LeaseToken token = acquired(SCOPE);
		LeaseToken stranger = withOwner(token, UUID.randomUUID());
		for (LeaseToken wrong : List.of(stranger, withEpoch(stranger, LeaseToken.UNKNOWN_EPOCH),
				withEpoch(token, token.epoch() - 1), withEpoch(token, token.epoch() + 1))) {
			assertThat(release(wrong)).as("%s", wrong).isEqualTo(LeaseRelease.Answer.NOT_OURS);
		}
		assertHeld(token);
	}

	@Test
	void whatIsGoneIsNotReleased() {
		for (LeaseToken gone : List.of(deleted(scope("deleted")), never(SCOPE))) {
			assertThat(release(gone)).isEqualTo(LeaseRelease.Answer.NOT_OURS);
			assertThat(release(withEpoch(gone, LeaseToken.UNKNOWN_EPOCH))).isEqualTo(LeaseRelease.Answer.NOT_OURS);
			assertThat(rivalGranted(gone.key()).takenOver()).isFalse();
		}
	}

	@Test
	void theScopeIsHeldAtLeastAsLongAsWished() {
		LeaseToken token = acquired(SCOPE);
		assertThat(release(token, HOURS)).isEqualTo(LeaseRelease.Answer.RELEASED);
		assertThat(rival(SCOPE).granted()).isNull();
		assertThat(rival(SCOPE).retryAfter()).isBetween(HOURS.minusHours(1), HOURS);
		assertThat(this.plugin.holds(token)).isFalse();
		assertThat(release(token)).isEqualTo(LeaseRelease.Answer.NOT_OURS);
		assertBusy(SCOPE);
		assertThat(acquire(new LeaseRequest(SCOPE, token.owner(), LEASE, null)).granted()).isNull();
	}

	@Test
	void aScopeThatWasHeldAtLeastIsNotTakenOver() {
		LeaseToken token = acquired(SCOPE);
		assertThat(release(token, LEASE)).isEqualTo(LeaseRelease.Answer.RELEASED);
		assertBusy(SCOPE);
		this.fixture.lapse(SCOPE);
		Acquisition.Granted next = rivalGranted(SCOPE);
		assertThat(next.takenOver()).isFalse();
		assertThat(next.epoch()).isGreaterThan(token.epoch());
	}

	@Test
	void holdingAtLeastCountsFromTheAcquisition() {
		LeaseToken over = acquired(request(SCOPE, HOURS));
		LeaseToken under = acquired(request(scope("under"), HOURS));
		this.fixture.lapse(SCOPE);
		assertThat(release(over, LEASE)).isEqualTo(LeaseRelease.Answer.RELEASED);
		assertThat(rivalGranted(SCOPE).takenOver()).isFalse();
		this.fixture.lapse(under.key());
		assertThat(release(under, HOURS)).isEqualTo(LeaseRelease.Answer.RELEASED);
		assertThat(rival(under.key()).retryAfter()).isBetween(HOURS.minusHours(1), HOURS.minus(LEASE));
	}

	@Test
	void aLapsedLeaseTooIsHeldAtLeast() {
		assertThat(release(lapsed(SCOPE), HOURS)).isEqualTo(LeaseRelease.Answer.RELEASED);
		assertBusy(SCOPE);
	}

	@Test
	void absurdDurationsAreRefused() {
		LeaseToken token = never(SCOPE);
		for (Duration absurd : List.of(Duration.ofSeconds(-1), Duration.ofNanos(1),
				ClaimRequest.MAX_DURATION.plusNanos(1))) {
			assertThatIllegalArgumentException().isThrownBy(() -> new LeaseRelease(token, absurd));
		}
	}

	private LeaseRelease.Answer release(LeaseToken token, Duration holdAtLeast) {
		return this.plugin.releaseLease(new LeaseRelease(token, holdAtLeast));
	}

}
