package io.istos.storage.contract;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.istos.LeaseLostException;
import io.istos.storage.Acquisition;
import io.istos.storage.LeaseFence;
import io.istos.storage.LeaseRelease;
import io.istos.storage.LeaseRenewal;
import io.istos.storage.LeaseToken;
import io.istos.storage.ScopeKey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Transactions that commit under leases.
 */
abstract class LeaseFenceContract extends LeaseSupport {

	private static final ScopeKey SCOPE = scope("nightly");

	LeaseFenceContract(Supplier<StorageFixture> fixtures) {
		super(fixtures);
	}

	@Test
	void aFencedTransactionCommitsAndChangesNothing() {
		LeaseToken token = acquired(SCOPE);
		try (TestTransaction transaction = this.fixture.begin()) {
			fence(transaction, new LeaseFence(token, HOURS, false, null));
			transaction.commit();
		}
		assertHeld(token);
		assertThat(rival(SCOPE).retryAfter()).isLessThanOrEqualTo(LEASE);
		assertNextFinds(SCOPE, null, 0);
	}

	@Test
	void aFenceHoldsTheLeaseUntilTheTransactionEnds() {
		LeaseToken token = acquired(SCOPE);
		try (TestTransaction transaction = this.fixture.begin()) {
			fence(transaction, fenceOf(token));
			assertThat(renew(token)).isEqualTo(LeaseRenewal.Answer.RENEWED);
			assertThat(release(token)).isEqualTo(LeaseRelease.Answer.LOCKED);
			this.fixture.lapse(SCOPE);
			assertBusy(SCOPE);
			assertThat(acquiredElsewhere(scope("other"))).isNotNull();
			transaction.commit();
		}
		assertThat(rivalGranted(SCOPE).takenOver()).isTrue();
	}

	@Test
	void aCheckpointIsWrittenWithTheCommit() {
		LeaseToken token = acquired(SCOPE);
		try (TestTransaction transaction = this.fixture.begin()) {
			fence(transaction, new LeaseFence(token, HOURS, false, "{\"step\": 1}"));
			assertBusy(SCOPE);
			assertThat(acquiredElsewhere(scope("other"))).isNotNull();
			assertThat(this.plugin.holds(token)).isTrue();
			assertThat(renew(token)).isIn(LeaseRenewal.Answer.RENEWED, LeaseRenewal.Answer.LOCKED);
			assertThat(release(token)).isEqualTo(LeaseRelease.Answer.LOCKED);
			transaction.commit();
		}
		assertHeld(token);
		assertThat(rival(SCOPE).retryAfter()).isBetween(HOURS.minusHours(1), HOURS);
		assertThat(release(token)).isEqualTo(LeaseRelease.Answer.RELEASED);
		Acquisition.Granted next = rivalGranted(SCOPE);
		assertThat(next.state()).isEqualTo("{\"step\": 1}");
		assertThat(next.version()).isOne();
	}

	@Test
	void aCheckpointGoesWithARollback() {
		LeaseToken token = acquired(SCOPE);
		save(token, "1");
		try (TestTransaction transaction = this.fixture.begin()) {
			fence(transaction, new LeaseFence(token, HOURS, false, "2"));
			transaction.rollback();
		}
		assertHeld(token);
		assertThat(rival(SCOPE).retryAfter()).isLessThanOrEqualTo(LEASE);
		assertNextFinds(SCOPE, "1", 1);
	}

	@Test
	void aCheckpointGoesWithItsSavepoint() {
		LeaseToken token = acquired(SCOPE);
		try (TestTransaction transaction = this.fixture.begin()) {
			Object savepoint = transaction.savepoint();
			fence(transaction, checkpoint(token, "1"));
			transaction.rollbackTo(savepoint);
			fence(transaction, checkpoint(token, "2"));
			transaction.commit();
		}
		assertHeld(token);
		assertNextFinds(SCOPE, "2", 1);
	}

	@Test
	void theHoldOfAFenceGoesWithItsSavepoint() {
		LeaseToken token = acquired(SCOPE);
		try (TestTransaction transaction = this.fixture.begin()) {
			Object savepoint = transaction.savepoint();
			fence(transaction, checkpoint(token, "1"));
			transaction.rollbackTo(savepoint);
			this.fixture.lapse(SCOPE);
			assertThat(rivalGranted(SCOPE).state()).isNull();
			transaction.commit();
		}
	}

	@Test
	void everyCheckpointIsAVersion() {
		LeaseToken token = acquired(SCOPE);
		for (String state : List.of("1", "2", "2", "null", "3")) {
			save(token, state);
		}
		assertNextFinds(SCOPE, "3", 5);
	}

	@ParameterizedTest
	@ValueSource(strings = { "null", "\"\"", "\"\ud83d\ude00 \\u0000 \u00df\"", "{ \"kept\" : [1.10, 2] }" })
	void aStateIsKeptAsItIs(String state) {
		save(acquired(SCOPE), state);
		assertNextFinds(SCOPE, state, 1);
	}

	@Test
	void aLeaseHeldBeforePassesThoughItLapsedSince() {
		LeaseToken token = acquired(SCOPE);
		try (TestTransaction transaction = this.fixture.begin()) {
			assertThat(hold(transaction, token)).isTrue();
			this.fixture.lapse(SCOPE);
			fence(transaction, heldFenceOf(token));
			assertBusy(SCOPE);
			transaction.commit();
		}
		assertThat(rivalGranted(SCOPE).takenOver()).isTrue();
	}

	@Test
	void aCheckpointOfALeaseHeldBeforeRevivesIt() {
		LeaseToken token = acquired(SCOPE);
		try (TestTransaction transaction = this.fixture.begin()) {
			assertThat(hold(transaction, token)).isTrue();
			this.fixture.lapse(SCOPE);
			fence(transaction, new LeaseFence(token, LEASE, true, "1"));
			assertBusy(SCOPE);
			transaction.commit();
		}
		assertHeld(token);
		assertNextFinds(SCOPE, "1", 1);
	}

	@Test
	void aFenceAfterARenewalOfAHeldLease() {
		LeaseToken token = acquired(SCOPE);
		try (TestTransaction transaction = this.fixture.begin()) {
			assertThat(hold(transaction, token)).isTrue();
			assertThat(renew(token)).isEqualTo(LeaseRenewal.Answer.RENEWED);
			fence(transaction, new LeaseFence(token, LEASE, true, "1"));
			transaction.commit();
		}
		assertHeld(token);
	}

	@ParameterizedTest
	@EnumSource
	void whoLostTheLeaseDoesNotCommit(Loss loss) {
		LeaseToken lost = loss.of(this).apply(SCOPE);
		LeaseToken good = acquired(scope("good"));
		try (TestTransaction transaction = this.fixture.begin()) {
			assertThatExceptionOfType(LeaseLostException.class)
				.isThrownBy(() -> fence(transaction, checkpoint(good, "1"), fenceOf(lost)))
				.withMessageContaining(SCOPE.scope());
			assertThatException().isThrownBy(transaction::commit);
		}
		assertHeld(good);
		assertNextFinds(good.key(), null, 0);
	}

	@ParameterizedTest
	@EnumSource
	void norDoesItsCheckpoint(Loss loss) {
		LeaseToken lost = loss.of(this).apply(SCOPE);
		try (TestTransaction transaction = this.fixture.begin()) {
			assertThatExceptionOfType(LeaseLostException.class)
				.isThrownBy(() -> fence(transaction, checkpoint(lost, "1")));
			assertThatException().isThrownBy(transaction::commit);
		}
		assertNextFinds(SCOPE, null, 0);
	}

	@ParameterizedTest
	@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "LAPSED")
	void norWhoThinksThatItIsHeld(Loss loss) {
		LeaseToken lost = loss.of(this).apply(SCOPE);
		for (String state : new String[] { null, "1" }) {
			try (TestTransaction transaction = this.fixture.begin()) {
				assertThatExceptionOfType(LeaseLostException.class)
					.isThrownBy(() -> fence(transaction, new LeaseFence(lost, LEASE, true, state)));
				assertThatException().isThrownBy(transaction::commit);
			}
		}
		assertNextFinds(SCOPE, null, 0);
	}

	@Test
	void aLeaseThatLapsesInTheTransactionIsLost() {
		LeaseToken token = acquired(SCOPE);
		try (TestTransaction transaction = this.fixture.begin()) {
			fence(transaction, fenceOf(token));
			this.fixture.lapse(SCOPE);
			assertThatExceptionOfType(LeaseLostException.class).isThrownBy(() -> fence(transaction, fenceOf(token)));
			assertThatException().isThrownBy(transaction::commit);
		}
	}

	@Test
	void onlyTheOwnerPasses() {
		freed(SCOPE);
		LeaseToken token = acquired(SCOPE);
		for (LeaseToken wrong : forgeries(token)) {
			for (String state : new String[] { null, "1" }) {
				try (TestTransaction transaction = this.fixture.begin()) {
					assertThatExceptionOfType(LeaseLostException.class).as("%s", wrong)
						.isThrownBy(() -> fence(transaction, new LeaseFence(wrong, HOURS, true, state)));
					transaction.rollback();
				}
			}
		}
		assertHeld(token);
		assertNextFinds(SCOPE, null, 0);
	}

	@Test
	void aSuccessorIsUndisturbed() {
		LeaseToken lost = lapsed(SCOPE);
		LeaseToken owner = acquiredElsewhere(SCOPE);
		try (TestTransaction transaction = this.fixture.begin()) {
			assertThatExceptionOfType(LeaseLostException.class)
				.isThrownBy(() -> fence(transaction, new LeaseFence(lost, HOURS, false, "1")));
			transaction.rollback();
		}
		assertHeld(owner);
		assertThat(rival(SCOPE).retryAfter()).isLessThanOrEqualTo(LEASE);
		try (TestTransaction transaction = this.fixture.begin()) {
			fence(transaction, checkpoint(owner, "2"));
			transaction.commit();
		}
		assertNextFinds(SCOPE, "2", 1);
	}

	@Test
	void manyLeasesCommitTogether() {
		LeaseToken z = acquired(scope("z"));
		LeaseToken a = acquired(scope("a"));
		LeaseToken m = acquired(new ScopeKey("zoo", "m"));
		try (TestTransaction transaction = this.fixture.begin()) {
			fence(transaction, checkpoint(z, "\"z\""), fenceOf(a), checkpoint(m, "\"m\""));
			for (LeaseToken token : List.of(z, a, m)) {
				assertBusy(token.key());
			}
			transaction.commit();
		}
		assertNextFinds(z.key(), "\"z\"", 1);
		assertNextFinds(m.key(), "\"m\"", 1);
		assertNextFinds(a.key(), null, 0);
	}

	@Test
	void noFencesChangeNothing() {
		try (TestTransaction transaction = this.fixture.begin()) {
			fence(transaction);
			transaction.commit();
		}
	}

	@Test
	void twoTransactionsCommitUnderOneLease() {
		LeaseToken token = acquired(SCOPE);
		try (TestTransaction transaction = this.fixture.begin()) {
			fence(transaction, fenceOf(token));
			CompletableFuture.runAsync(() -> save(token, "1")).join();
			transaction.commit();
		}
		save(token, "2");
		assertHeld(token);
		assertNextFinds(SCOPE, "2", 2);
	}

	@Test
	void outcomesAndLeasesCommitTogether() {
		LeaseToken token = acquired(SCOPE);
		var claim = claimed(key("42"));
		try (TestTransaction transaction = this.fixture.begin()) {
			this.plugin.markProcessed(List.of(completion(claim, FIRST)), transaction.ledger());
			fence(transaction, checkpoint(token, "1"));
			transaction.commit();
		}
		assertThat(this.other.checkProcessed(claim.key())).contains(FIRST);
		assertNextFinds(SCOPE, "1", 1);
	}

	@Test
	void aLostLeaseTakesOutcomesWithIt() {
		LeaseToken lost = lost(SCOPE);
		var claim = claimed(key("42"));
		try (TestTransaction transaction = this.fixture.begin()) {
			this.plugin.markProcessed(List.of(completion(claim, FIRST)), transaction.ledger());
			assertThatExceptionOfType(LeaseLostException.class).isThrownBy(() -> fence(transaction, fenceOf(lost)));
			assertThatException().isThrownBy(transaction::commit);
		}
		assertOwned(claim);
	}

	@Test
	void aBrokenCommitNeverFreesTheScopeByItself() {
		LeaseToken token = acquired(SCOPE);
		try (TestTransaction transaction = this.fixture.begin()) {
			fence(transaction, checkpoint(token, "1"));
			transaction.breakAtCommit();
		}
		assertBusy(SCOPE);
		this.fixture.lapse(SCOPE);
		Acquisition answer = rival(SCOPE);
		for (int i = 0; i < 1000 && answer.granted() == null; i++) {
			answer = rival(SCOPE);
		}
		Acquisition.Granted next = granted(answer);
		assertThat(next.version()).isEqualTo((next.state() != null) ? 1 : 0);
	}

	/**
	 * How a lease is lost.
	 */
	enum Loss {

		LAPSED, TAKEN_OVER, RELEASED, DELETED;

		private Function<ScopeKey, LeaseToken> of(LeaseFenceContract contract) {
			return switch (this) {
				case LAPSED -> contract::lapsed;
				case TAKEN_OVER -> contract::lost;
				case RELEASED -> contract::freed;
				case DELETED -> contract::deleted;
			};
		}

	}

}
