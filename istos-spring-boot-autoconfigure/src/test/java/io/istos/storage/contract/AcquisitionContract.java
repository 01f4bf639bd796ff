package io.istos.storage.contract;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.istos.InvalidKeyException;
import io.istos.storage.Acquisition;
import io.istos.storage.ClaimKey;
import io.istos.storage.ClaimRequest;
import io.istos.storage.LeaseRelease;
import io.istos.storage.LeaseRenewal;
import io.istos.storage.LeaseRequest;
import io.istos.storage.LeaseToken;
import io.istos.storage.ScopeKey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Who gets a scope, and what comes with it.
 */
abstract class AcquisitionContract extends LeaseSupport {

	private static final ScopeKey SCOPE = scope("nightly");

	AcquisitionContract(Supplier<StorageFixture> fixtures) {
		super(fixtures);
	}

	@Test
	void anUnknownScopeIsGranted() {
		LeaseRequest request = request(SCOPE);
		Acquisition.Granted granted = granted(acquire(request));
		assertThat(granted.takenOver()).isFalse();
		assertThat(granted.state()).isNull();
		assertThat(granted.version()).isZero();
		assertHeld(request.token(granted.epoch()));
	}

	@Test
	void aLiveLeaseKeepsOthersOff() {
		LeaseToken token = acquired(SCOPE);
		for (Acquisition answer : List.of(rival(SCOPE), acquire(request(SCOPE)))) {
			assertThat(answer.granted()).isNull();
			assertThat(answer.retryAfter()).isLessThanOrEqualTo(LEASE);
		}
		assertHeld(token);
	}

	@Test
	void whoIsBusyTellsForHowLong() {
		acquired(request(SCOPE, HOURS));
		assertThat(rival(SCOPE).retryAfter()).isBetween(HOURS.minusHours(1), HOURS);
	}

	@Test
	void aHintIsNeverTooSoon() {
		acquired(request(SCOPE, Duration.ofMillis(50)));
		rival(SCOPE);
	}

	@Test
	void theSameOwnerTokenIsGrantedTheLeaseAgain() {
		LeaseRequest request = request(SCOPE);
		Acquisition first = acquire(request);
		assertThat(acquire(request)).isEqualTo(first);
		assertThat(acquireElsewhere(request)).isEqualTo(first);
		assertHeld(request.token(granted(first).epoch()));
	}

	@Test
	void theSameOwnerTokenIsToldAgainThatItTookOver() {
		lapsed(SCOPE);
		LeaseRequest request = request(SCOPE);
		Acquisition first = acquire(request);
		assertThat(granted(first).takenOver()).isTrue();
		assertThat(acquire(request)).isEqualTo(first);
	}

	@Test
	void aLapsedLeaseIsTakenOver() {
		LeaseToken lost = lapsed(SCOPE);
		LeaseRequest request = request(SCOPE);
		Acquisition.Granted granted = granted(acquireElsewhere(request));
		assertThat(granted.takenOver()).isTrue();
		assertThat(granted.epoch()).isGreaterThan(lost.epoch());
		assertThat(this.plugin.holds(lost)).isFalse();
		assertHeld(request.token(granted.epoch()));
	}

	@Test
	void theEpochAndNotTheOwnerTokenTellsALeaseFromTheOneBefore() {
		LeaseRequest request = request(SCOPE);
		LeaseToken old = acquired(request);
		this.fixture.lapse(SCOPE);
		Acquisition.Granted granted = granted(acquire(request));
		assertThat(granted.takenOver()).isTrue();
		assertThat(granted.epoch()).isGreaterThan(old.epoch());
		assertThat(this.plugin.holds(old)).isFalse();
		assertThat(renew(old)).isEqualTo(LeaseRenewal.Answer.TAKEN_OVER);
		assertThat(release(old)).isEqualTo(LeaseRelease.Answer.NOT_OURS);
		assertHeld(request.token(granted.epoch()));
	}

	@Test
	void aReleasedScopeIsGrantedAtOnceAndNotTakenOver() {
		LeaseToken freed = freed(SCOPE);
		Acquisition.Granted granted = rivalGranted(SCOPE);
		assertThat(granted.takenOver()).isFalse();
		assertThat(granted.epoch()).isGreaterThan(freed.epoch());
		assertThat(this.plugin.holds(freed)).isFalse();
	}

	@Test
	void stateAndVersionOutliveReleaseAndTakeOver() {
		LeaseToken token = acquired(SCOPE);
		save(token, "{\"step\": 1}");
		save(token, "{\"step\": 2}");
		assertThat(release(token)).isEqualTo(LeaseRelease.Answer.RELEASED);
		Acquisition.Granted reacquired = granted(acquire(request(SCOPE)));
		assertThat(reacquired.state()).isEqualTo("{\"step\": 2}");
		assertThat(reacquired.version()).isEqualTo(2);
		assertNextFinds(SCOPE, "{\"step\": 2}", 2);
	}

	@Test
	void anEpochIsNeverGivenTwiceNotEvenAfterADeletion() {
		LeaseToken deleted = acquired(SCOPE);
		save(deleted, "1");
		this.fixture.delete(SCOPE);
		assertThat(this.plugin.holds(deleted)).isFalse();
		LeaseRequest request = new LeaseRequest(SCOPE, deleted.owner(), LEASE, null);
		Acquisition.Granted granted = granted(acquire(request));
		assertThat(granted.epoch()).isGreaterThan(deleted.epoch());
		assertThat(granted.takenOver()).isFalse();
		assertThat(granted.state()).isNull();
		assertThat(granted.version()).isZero();
		assertThat(this.plugin.holds(deleted)).isFalse();
	}

	@Test
	void whoTakesOverHoldsALeaseLikeAnyOther() {
		LeaseToken lost = lapsed(SCOPE);
		LeaseToken owner = acquiredElsewhere(SCOPE);
		assertThat(this.other.renewLeases(List.of(new LeaseRenewal(owner, HOURS))))
			.containsExactly(LeaseRenewal.Answer.RENEWED);
		try (TestTransaction transaction = this.fixture.begin()) {
			assertThat(this.other.holdForUpdate(owner, transaction.ledger())).isTrue();
			this.other.fence(List.of(checkpoint(owner, "1")), transaction.ledger());
			transaction.commit();
		}
		assertThat(release(lost)).isEqualTo(LeaseRelease.Answer.NOT_OURS);
		assertHeld(owner);
		assertThat(this.other.releaseLease(free(owner))).isEqualTo(LeaseRelease.Answer.RELEASED);
		assertThat(rivalGranted(SCOPE).state()).isEqualTo("1");
	}

	@Test
	void scopesAndNamespacesAreIndependent() {
		List<ScopeKey> scopes = List.of(SCOPE, scope("nightly2"), scope("Nightly"), scope(" nightly"),
				new ScopeKey("", SCOPE.scope()), new ScopeKey("zoo", SCOPE.scope()));
		List<LeaseToken> tokens = scopes.stream().map(this::acquired).toList();
		assertThat(tokens).allSatisfy(this::assertHeld);
		assertThat(release(tokens.get(0))).isEqualTo(LeaseRelease.Answer.RELEASED);
		assertThat(tokens.subList(1, tokens.size())).allSatisfy(this::assertHeld);
		assertThat(tokens).extracting(LeaseToken::epoch).doesNotHaveDuplicates();
	}

	@Test
	void leasesAndClaimsAreIndependent() {
		ClaimKey key = new ClaimKey("shop", "nightly", "nightly");
		claimed(key);
		acquired(SCOPE);
		assertThat(freed(scope("other"))).isNotNull();
		assertThat(done(key("42"), FIRST)).isNotNull();
	}

	@Test
	void anAcquisitionDoesNotDependOnTheTransactionAroundIt() {
		LeaseToken token;
		LeaseToken freed;
		try (TestTransaction transaction = this.fixture.begin()) {
			assertThat(hold(transaction, acquired(scope("held")))).isTrue();
			token = acquired(SCOPE);
			assertThat(renew(token)).isEqualTo(LeaseRenewal.Answer.RENEWED);
			freed = freed(scope("freed"));
			transaction.rollback();
		}
		assertHeld(token);
		assertThat(rivalGranted(freed.key()).takenOver()).isFalse();
	}

	@Test
	void theLongestScopesAreKeptApart() {
		String most = "\ud83d\ude00".repeat(ScopeKey.MAX_SCOPE_LENGTH - 1);
		String namespace = "n".repeat(ClaimKey.MAX_NAMESPACE_BYTES);
		LeaseToken one = acquired(new ScopeKey(namespace, most + "1"));
		LeaseToken two = acquired(new ScopeKey(namespace, most + "2"));
		assertHeld(one);
		assertHeld(two);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "  ", "nul \0", "half \ud83d", "\ude00 half" })
	void scopesThatCannotBeStoredAreRefused(String scope) {
		assertThatExceptionOfType(InvalidKeyException.class).isThrownBy(() -> scope(scope));
		assertThatExceptionOfType(InvalidKeyException.class)
			.isThrownBy(() -> scope("s".repeat(ScopeKey.MAX_SCOPE_LENGTH + 1)));
	}

	@ParameterizedTest
	@MethodSource("absurd")
	void absurdDurationsAreRefused(Duration duration) {
		assertThatIllegalArgumentException().isThrownBy(() -> request(SCOPE, duration));
		assertThatIllegalArgumentException().isThrownBy(() -> new LeaseRenewal(never(SCOPE), duration));
	}

	static List<Duration> absurd() {
		return List.of(Duration.ZERO, Duration.ofNanos(999_999), Duration.ofSeconds(-1),
				ClaimRequest.MAX_DURATION.plusNanos(1), Duration.ofSeconds(Long.MAX_VALUE));
	}

	@Test
	void theLongestDurationsAreTaken() {
		LeaseToken token = acquired(request(SCOPE, ClaimRequest.MAX_DURATION));
		assertThat(this.plugin.renewLeases(List.of(new LeaseRenewal(token, ClaimRequest.MAX_DURATION))))
			.containsExactly(LeaseRenewal.Answer.RENEWED);
		assertHeld(token);
		assertThat(this.plugin.releaseLease(new LeaseRelease(token, ClaimRequest.MAX_DURATION)))
			.isEqualTo(LeaseRelease.Answer.RELEASED);
		assertBusy(SCOPE);
	}

	@ParameterizedTest
	@ValueSource(strings = { "nul \0", "half \ud83d", "\ude00" })
	void noNameOfAnInstanceKeepsItFromALease(String instance) {
		LeaseRequest request = new LeaseRequest(SCOPE, UUID.randomUUID(), LEASE, instance);
		assertHeld(acquired(request));
	}

	@Test
	void anInstanceNeedsNoName() {
		assertHeld(acquired(new LeaseRequest(SCOPE, UUID.randomUUID(), LEASE, null)));
	}

}
