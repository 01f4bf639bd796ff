package io.istos.storage.contract;

import java.util.List;
import java.util.function.Supplier;

import org.junit.jupiter.api.Test;

import io.istos.storage.LeaseRenewal;
import io.istos.storage.LeaseToken;
import io.istos.storage.ScopeKey;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How a lease is kept, and asked about.
 */
abstract class LeaseRenewalContract extends LeaseSupport {

	private static final ScopeKey SCOPE = scope("nightly");

	LeaseRenewalContract(Supplier<StorageFixture> fixtures) {
		super(fixtures);
	}

	@Test
	void theDeadlineMoves() {
		LeaseToken token = acquired(SCOPE);
		assertThat(renewAll(new LeaseRenewal(token, HOURS))).containsExactly(LeaseRenewal.Answer.RENEWED);
		assertThat(rival(SCOPE).retryAfter()).isBetween(HOURS.minusHours(1), HOURS);
		assertThat(renew(token)).isEqualTo(LeaseRenewal.Answer.RENEWED);
		assertThat(rival(SCOPE).retryAfter()).isLessThanOrEqualTo(LEASE);
		assertHeld(token);
	}

	@Test
	void aLapsedLeaseIsLostEvenIfNobodyTookIt() {
		LeaseToken token = lapsed(SCOPE);
		assertThat(renew(token)).isEqualTo(LeaseRenewal.Answer.EXPIRED);
		assertThat(renew(token)).isEqualTo(LeaseRenewal.Answer.EXPIRED);
		assertThat(this.plugin.holds(token)).isFalse();
		assertThat(rivalGranted(SCOPE).takenOver()).isTrue();
		assertThat(renew(token)).isEqualTo(LeaseRenewal.Answer.TAKEN_OVER);
	}

	@Test
	void aLeaseTakenOverIsLostAndItsSuccessorUndisturbed() {
		LeaseToken lost = lapsed(SCOPE);
		LeaseToken owner = acquiredElsewhere(SCOPE);
		assertThat(renewAll(new LeaseRenewal(lost, HOURS))).containsExactly(LeaseRenewal.Answer.TAKEN_OVER);
		assertThat(this.plugin.holds(lost)).isFalse();
		assertHeld(owner);
		assertThat(rival(SCOPE).retryAfter()).isLessThanOrEqualTo(LEASE);
	}

	@Test
	void whatIsFreeOrGoneIsLost() {
		LeaseToken freed = freed(scope("freed"));
		LeaseToken deleted = deleted(scope("deleted"));
		for (LeaseToken token : List.of(freed, deleted, never(SCOPE))) {
			assertThat(renew(token)).as("%s", token).isEqualTo(LeaseRenewal.Answer.TAKEN_OVER);
			assertThat(this.plugin.holds(token)).as("%s", token).isFalse();
			assertThat(rivalGranted(token.key()).takenOver()).isFalse();
		}
	}

	@Test
	void onlyTheOwnerRenews() {
		freed(SCOPE);
		LeaseToken token = acquired(SCOPE);
		for (LeaseToken wrong : forgeries(token)) {
			assertThat(renewAll(new LeaseRenewal(wrong, HOURS))).as("%s", wrong)
				.containsExactly(LeaseRenewal.Answer.TAKEN_OVER);
			assertThat(this.plugin.holds(wrong)).as("%s", wrong).isFalse();
		}
		assertThat(rival(SCOPE).retryAfter()).isLessThanOrEqualTo(LEASE);
		assertHeld(token);
	}

	@Test
	void manyAreAnsweredInOrder() {
		LeaseToken lost = lost(scope("lost"));
		LeaseToken lapsed = lapsed(scope("lapsed"));
		LeaseToken z = acquired(scope("z"));
		LeaseToken a = acquired(scope("a"));
		LeaseToken otherNamespace = acquired(new ScopeKey("zoo", "a"));
		assertThat(renewAll(renewal(z), renewal(lost), new LeaseRenewal(a, HOURS), renewal(lapsed),
				renewal(otherNamespace), renewal(never(scope("never")))))
			.containsExactly(LeaseRenewal.Answer.RENEWED, LeaseRenewal.Answer.TAKEN_OVER, LeaseRenewal.Answer.RENEWED,
					LeaseRenewal.Answer.EXPIRED, LeaseRenewal.Answer.RENEWED, LeaseRenewal.Answer.TAKEN_OVER);
		assertThat(rival(a.key()).retryAfter()).isGreaterThan(HOURS.minusHours(1));
		assertThat(rival(z.key()).retryAfter()).isLessThanOrEqualTo(LEASE);
	}

	@Test
	void noneIsAnsweredByNone() {
		assertThat(renewAll()).isEmpty();
	}

	@Test
	void aRenewalLeavesTheState() {
		LeaseToken token = acquired(SCOPE);
		save(token, "\"half\"");
		assertThat(renew(token)).isEqualTo(LeaseRenewal.Answer.RENEWED);
		assertNextFinds(SCOPE, "\"half\"", 1);
	}

	private List<LeaseRenewal.Answer> renewAll(LeaseRenewal... renewals) {
		return this.plugin.renewLeases(List.of(renewals));
	}

}
