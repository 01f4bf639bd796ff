package io.istos.storage.contract;

import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;

import org.junit.jupiter.api.Test;

import io.istos.storage.ClaimKey;
import io.istos.storage.ClaimState;
import io.istos.storage.ClaimToken;
import io.istos.storage.Release;
import io.istos.storage.Renewal;
import io.istos.storage.TakeOver;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The row lock that stands in for renewal.
 */
abstract class ClaimLockContract extends ContractSupport {

	private static final ClaimKey KEY = key("42");

	ClaimLockContract(Supplier<StorageFixture> fixtures) {
		super(fixtures);
	}

	@Test
	void aLockedClaimIsNotTakenOver() {
		ClaimToken token = lapsed(KEY);
		try (TestTransaction transaction = this.fixture.begin()) {
			assertThat(lock(transaction, token)).isTrue();
			assertThat(lock(transaction, token)).isTrue();
			for (TakeOver takeOver : TakeOver.values()) {
				assertThat(askElsewhere(request(KEY, takeOver)).state()).isEqualTo(ClaimState.IN_FLIGHT);
			}
			assertThat(this.plugin.renewClaims(List.of(renewal(token)))).containsExactly(Renewal.Answer.LOCKED);
			assertThat(this.plugin.releaseClaim(free(token))).isEqualTo(Release.Answer.LOCKED);
			this.plugin.markProcessed(List.of(completion(token, FIRST)), transaction.ledger());
			transaction.commit();
		}
		assertThat(this.other.checkProcessed(KEY)).contains(FIRST);
	}

	@Test
	void theLockEndsWithTheTransaction() {
		ClaimToken committed = lapsed(key("committed"));
		try (TestTransaction transaction = this.fixture.begin()) {
			assertThat(lock(transaction, committed)).isTrue();
			transaction.commit();
		}
		assertThat(rival(committed.key())).isEqualTo(ClaimState.CLAIMED);
		ClaimToken rolledBack = lapsed(KEY);
		try (TestTransaction transaction = this.fixture.begin()) {
			assertThat(lock(transaction, rolledBack)).isTrue();
			transaction.rollback();
		}
		assertThat(this.plugin.renewClaims(List.of(renewal(rolledBack)))).containsExactly(Renewal.Answer.RENEWED);
		assertOwned(rolledBack);
	}

	@Test
	void theLockEndsWithItsSavepoint() {
		ClaimToken token = lapsed(KEY);
		try (TestTransaction transaction = this.fixture.begin()) {
			Object savepoint = transaction.savepoint();
			assertThat(lock(transaction, token)).isTrue();
			transaction.rollbackTo(savepoint);
			assertThat(rival(KEY)).isEqualTo(ClaimState.CLAIMED);
			assertThat(lock(transaction, token)).isFalse();
			transaction.commit();
		}
	}

	@Test
	void whatIsNotOursIsNotLocked() {
		ClaimToken lost = lapsed(KEY);
		ClaimToken owner = claimed(KEY);
		ClaimToken freed = freed(key("freed"));
		ClaimToken held = held(key("held"));
		ClaimToken done = done(key("done"), FIRST);
		ClaimToken never = new ClaimToken(key("never"), UUID.randomUUID(), 1);
		ClaimToken free = claimed(key("free"));
		try (TestTransaction transaction = this.fixture.begin()) {
			for (ClaimToken token : List.of(lost, withEpoch(owner, owner.epoch() + 1), freed, held, done, never)) {
				assertThat(lock(transaction, token)).as("%s", token).isFalse();
			}
			assertThat(this.plugin.renewClaims(List.of(renewal(owner)))).containsExactly(Renewal.Answer.RENEWED);
			this.plugin.markProcessed(List.of(completion(free, FIRST)), transaction.ledger());
			transaction.commit();
		}
		assertThat(this.other.checkProcessed(free.key())).contains(FIRST);
		assertOwned(owner);
	}

	private boolean lock(TestTransaction transaction, ClaimToken token) {
		return this.plugin.lockClaim(token, transaction.ledger());
	}

}
