package io.istos.storage.contract;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import org.junit.jupiter.api.Test;

import io.istos.TransactionRequiredException;
import io.istos.storage.Acquisition;
import io.istos.storage.LeaseRelease;
import io.istos.storage.LeaseRenewal;
import io.istos.storage.LeaseRequest;
import io.istos.storage.LeaseToken;
import io.istos.storage.ScopeKey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Leases that a transaction holds until it ends.
 */
abstract class LeaseHoldContract extends LeaseSupport {

	private static final ScopeKey SCOPE = scope("nightly");

	LeaseHoldContract(Supplier<StorageFixture> fixtures) {
		super(fixtures);
	}

	@Test
	void aHeldScopeIsBusyThoughTheLeaseLapsed() {
		LeaseToken token = acquired(SCOPE);
		try (TestTransaction transaction = this.fixture.begin()) {
			assertThat(hold(transaction, token)).isTrue();
			this.fixture.lapse(SCOPE);
			assertBusy(SCOPE);
			assertThat(acquire(request(SCOPE)).granted()).isNull();
			assertThat(acquire(new LeaseRequest(SCOPE, token.owner(), LEASE, null)).granted()).isNull();
			assertThat(this.plugin.holds(token)).isFalse();
			assertThat(renew(token)).isEqualTo(LeaseRenewal.Answer.EXPIRED);
			transaction.commit();
		}
		Acquisition.Granted next = rivalGranted(SCOPE);
		assertThat(next.takenOver()).isTrue();
		assertThat(next.epoch()).isGreaterThan(token.epoch());
	}

	@Test
	void theHoldEndsWithARollbackToo() {
		LeaseToken token = acquired(SCOPE);
		try (TestTransaction transaction = this.fixture.begin()) {
			assertThat(hold(transaction, token)).isTrue();
			this.fixture.lapse(SCOPE);
			assertBusy(SCOPE);
			transaction.rollback();
		}
		assertThat(rivalGranted(SCOPE).takenOver()).isTrue();
	}

	@Test
	void theHoldEndsWithItsSavepoint() {
		LeaseToken token = acquired(SCOPE);
		try (TestTransaction transaction = this.fixture.begin()) {
			Object savepoint = transaction.savepoint();
			assertThat(hold(transaction, token)).isTrue();
			transaction.rollbackTo(savepoint);
			this.fixture.lapse(SCOPE);
			assertThat(rivalGranted(SCOPE).takenOver()).isTrue();
			assertThat(hold(transaction, token)).isFalse();
			transaction.commit();
		}
	}

	@Test
	void aHoldFromBeforeASavepointOutlivesIt() {
		LeaseToken token = acquired(SCOPE);
		try (TestTransaction transaction = this.fixture.begin()) {
			assertThat(hold(transaction, token)).isTrue();
			Object savepoint = transaction.savepoint();
			assertThat(hold(transaction, token)).isTrue();
			transaction.rollbackTo(savepoint);
			this.fixture.lapse(SCOPE);
			assertBusy(SCOPE);
			transaction.commit();
		}
		assertThat(rivalGranted(SCOPE).takenOver()).isTrue();
	}

	@Test
	void aHoldDoesNotKeepRenewalsOff() {
		LeaseToken token = acquired(SCOPE);
		try (TestTransaction transaction = this.fixture.begin()) {
			assertThat(hold(transaction, token)).isTrue();
			assertThat(this.plugin.renewLeases(List.of(new LeaseRenewal(token, HOURS))))
				.containsExactly(LeaseRenewal.Answer.RENEWED);
			assertThat(rival(SCOPE).retryAfter()).isGreaterThan(HOURS.minusHours(1));
			assertThat(hold(transaction, token)).isTrue();
			transaction.commit();
		}
		assertHeld(token);
		assertThat(rival(SCOPE).retryAfter()).isGreaterThan(HOURS.minusHours(1));
	}

	@Test
	void aRenewedHoldIsAHoldAllTheSame() {
		LeaseToken token = acquired(SCOPE);
		try (TestTransaction transaction = this.fixture.begin()) {
			assertThat(hold(transaction, token)).isTrue();
			assertThat(renew(token)).isEqualTo(LeaseRenewal.Answer.RENEWED);
			this.fixture.lapse(SCOPE);
			assertBusy(SCOPE);
			transaction.commit();
		}
	}

	@Test
	void aHeldLeaseIsReleasedOnceTheTransactionEnded() {
		LeaseToken token = acquired(SCOPE);
		LeaseToken lapsed = acquired(scope("lapsed"));
		try (TestTransaction transaction = this.fixture.begin()) {
			assertThat(hold(transaction, token)).isTrue();
			assertThat(hold(transaction, lapsed)).isTrue();
			this.fixture.lapse(lapsed.key());
			assertThat(release(token)).isEqualTo(LeaseRelease.Answer.LOCKED);
			assertThat(release(withEpoch(token, LeaseToken.UNKNOWN_EPOCH))).isEqualTo(LeaseRelease.Answer.LOCKED);
			assertThat(release(lapsed)).isEqualTo(LeaseRelease.Answer.LOCKED);
			assertThat(release(never(SCOPE))).isEqualTo(LeaseRelease.Answer.NOT_OURS);
			transaction.commit();
		}
		assertThat(release(token)).isEqualTo(LeaseRelease.Answer.RELEASED);
		assertThat(release(lapsed)).isEqualTo(LeaseRelease.Answer.RELEASED);
	}

	@Test
	void otherScopesNeverWait() {
		LeaseToken token = acquired(SCOPE);
		try (TestTransaction transaction = this.fixture.begin()) {
			assertThat(hold(transaction, token)).isTrue();
			LeaseToken mine = acquired(scope("a"));
			LeaseToken theirs = acquiredElsewhere(scope("z"));
			assertThat(renew(mine)).isEqualTo(LeaseRenewal.Answer.RENEWED);
			assertThat(release(theirs)).isEqualTo(LeaseRelease.Answer.RELEASED);
			transaction.commit();
		}
	}

	@Test
	void twoTransactionsHoldOneLease() {
		LeaseToken token = acquired(SCOPE);
		try (TestTransaction transaction = this.fixture.begin()) {
			assertThat(hold(transaction, token)).isTrue();
			assertThat(CompletableFuture.supplyAsync(() -> holdAndCommit(token)).join()).isTrue();
			this.fixture.lapse(SCOPE);
			assertBusy(SCOPE);
			transaction.commit();
		}
		assertThat(rivalGranted(SCOPE).takenOver()).isTrue();
	}

	private boolean holdAndCommit(LeaseToken token) {
		try (TestTransaction transaction = this.fixture.begin()) {
			boolean held = this.other.holdForUpdate(token, transaction.ledger());
			transaction.commit();
			return held;
		}
	}

	@Test
	void whatIsLostIsNotHeld() {
		LeaseToken token = acquired(request(SCOPE, HOURS));
		LeaseToken lapsed = lapsed(scope("lapsed"));
		try (TestTransaction transaction = this.fixture.begin()) {
			for (LeaseToken lost : List.of(lapsed, lost(scope("lost")), freed(scope("freed")),
					deleted(scope("deleted")), never(scope("never")))) {
				assertThat(hold(transaction, lost)).as("%s", lost).isFalse();
			}
			assertThat(forgeries(token)).noneMatch((wrong) -> hold(transaction, wrong));
			assertThat(rivalGranted(lapsed.key()).takenOver()).isTrue();
			assertThat(hold(transaction, token)).isTrue();
			transaction.commit();
		}
		assertHeld(token);
	}

	@Test
	void aLeaseThatLapsedIsNotHeldAgain() {
		LeaseToken token = acquired(SCOPE);
		try (TestTransaction transaction = this.fixture.begin()) {
			assertThat(hold(transaction, token)).isTrue();
			this.fixture.lapse(SCOPE);
			assertThat(hold(transaction, token)).isFalse();
			assertBusy(SCOPE);
			transaction.commit();
		}
	}

	@Test
	void outsideATransactionNothingIsHeld() {
		LeaseToken token = acquired(SCOPE);
		try (TestTransaction transaction = this.fixture.begin()) {
			assertThat(hold(transaction, token)).isTrue();
			transaction.commit();
			assertThatExceptionOfType(TransactionRequiredException.class).isThrownBy(() -> hold(transaction, token));
		}
		this.fixture.lapse(SCOPE);
		assertThat(rivalGranted(SCOPE).takenOver()).isTrue();
	}

}
