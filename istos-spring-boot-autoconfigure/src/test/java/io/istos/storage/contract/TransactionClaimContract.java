package io.istos.storage.contract;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import org.junit.jupiter.api.Test;

import io.istos.storage.Claim;
import io.istos.storage.ClaimKey;
import io.istos.storage.ClaimRequest;
import io.istos.storage.ClaimState;
import io.istos.storage.ClaimToken;
import io.istos.storage.Release;
import io.istos.storage.Renewal;
import io.istos.storage.TakeOver;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Claims made in the caller's transaction.
 */
abstract class TransactionClaimContract extends ContractSupport {

	private static final ClaimKey KEY = key("42");

	TransactionClaimContract(Supplier<StorageFixture> fixtures) {
		super(fixtures);
	}

	@Test
	void nobodyElseSeesTheClaimBeforeTheCommit() {
		ClaimRequest request = request(KEY);
		Claim claim;
		try (TestTransaction transaction = this.fixture.begin()) {
			claim = askIn(transaction, request);
			assertThat(claim.state()).isEqualTo(ClaimState.CLAIMED);
			assertThat(claim.attempts()).isOne();
			assertThat(claim.former()).isNull();
			for (TakeOver takeOver : TakeOver.values()) {
				assertThat(ask(request(KEY, takeOver)).state()).isEqualTo(ClaimState.IN_FLIGHT);
				assertThat(askElsewhere(request(KEY, takeOver)).state()).isEqualTo(ClaimState.IN_FLIGHT);
			}
			assertThat(rivalInTransaction(KEY)).isEqualTo(ClaimState.IN_FLIGHT);
			assertThat(this.other.checkProcessed(KEY)).isEmpty();
			transaction.commit();
		}
		assertOwned(request.token(claim.epoch()));
	}

	@Test
	void aCommittedClaimIsOwned() {
		ClaimToken token;
		try (TestTransaction transaction = this.fixture.begin()) {
			token = claimedIn(transaction, KEY);
			transaction.commit();
		}
		assertThat(this.plugin.renewClaims(List.of(renewal(token)))).containsExactly(Renewal.Answer.RENEWED);
		assertThat(this.plugin.markProcessed(completion(token, FIRST))).isTrue();
		assertThat(rivalInTransaction(KEY)).isEqualTo(ClaimState.DONE);
	}

	@Test
	void aRollbackUndoesTheClaim() {
		ClaimToken token;
		try (TestTransaction transaction = this.fixture.begin()) {
			token = claimedIn(transaction, KEY);
			transaction.rollback();
		}
		assertThat(this.plugin.releaseClaim(free(token))).isEqualTo(Release.Answer.NOT_OURS);
		assertThat(this.plugin.markProcessed(completion(token, FIRST))).isFalse();
		Claim claim = askElsewhere(request(KEY));
		assertThat(claim.state()).isEqualTo(ClaimState.CLAIMED);
		assertThat(claim.attempts()).isOne();
		assertThat(claim.epoch()).isGreaterThan(token.epoch());
	}

	@Test
	void aSavepointUndoesTheClaim() {
		try (TestTransaction transaction = this.fixture.begin()) {
			Object savepoint = transaction.savepoint();
			claimedIn(transaction, KEY);
			transaction.rollbackTo(savepoint);
			claimedIn(transaction, key("after"));
			assertThat(askElsewhere(request(KEY)).attempts()).isOne();
			assertThat(rival(KEY)).isEqualTo(ClaimState.IN_FLIGHT);
			transaction.commit();
		}
		assertThat(ask(request(KEY)).attempts()).isOne();
		assertThat(rival(key("after"))).isEqualTo(ClaimState.IN_FLIGHT);
	}

	@Test
	void aSavepointKeepsWhatCameBefore() {
		try (TestTransaction transaction = this.fixture.begin()) {
			claimedIn(transaction, KEY);
			Object outer = transaction.savepoint();
			claimedIn(transaction, key("between"));
			Object inner = transaction.savepoint();
			claimedIn(transaction, key("after"));
			transaction.rollbackTo(inner);
			assertThat(rival(key("between"))).isEqualTo(ClaimState.IN_FLIGHT);
			transaction.rollbackTo(outer);
			assertThat(rival(KEY)).isEqualTo(ClaimState.IN_FLIGHT);
			assertThat(rival(key("between"))).isEqualTo(ClaimState.CLAIMED);
			assertThat(rival(key("after"))).isEqualTo(ClaimState.CLAIMED);
			transaction.commit();
		}
		assertThat(rival(KEY)).isEqualTo(ClaimState.IN_FLIGHT);
	}

	@Test
	void aSavepointFromBeforeTheFirstUseUndoesIt() {
		try (TestTransaction transaction = this.fixture.begin()) {
			Object first = transaction.savepoint();
			transaction.savepoint();
			claimedIn(transaction, KEY);
			transaction.savepoint();
			transaction.rollbackTo(first);
			transaction.commit();
		}
		assertThat(rival(KEY)).isEqualTo(ClaimState.CLAIMED);
	}

	@Test
	void theTransactionSeesItsOwnClaim() {
		try (TestTransaction transaction = this.fixture.begin()) {
			ClaimRequest request = request(KEY);
			Claim claim = askIn(transaction, request);
			assertThat(askIn(transaction, request)).isEqualTo(claim);
			assertThat(askIn(transaction, request(KEY)).state()).isEqualTo(ClaimState.IN_FLIGHT);
			assertThat(askIn(transaction, withFingerprint(request(KEY), "fp-2")).state()).isEqualTo(ClaimState.REUSED);
			this.plugin.markProcessed(List.of(completion(request.token(claim.epoch()), FIRST)), transaction.ledger());
			assertThat(askIn(transaction, request(KEY)).outcome()).isEqualTo(FIRST);
			transaction.commit();
		}
	}

	@Test
	void theTransactionIsToldWhatAnyoneIs() {
		ClaimToken lapsed = claimed(key("lapsed"));
		ClaimToken freed = freed(key("freed"));
		ClaimToken held = held(key("held"));
		this.fixture.lapse(lapsed.key());
		ClaimToken live = claimed(key("live"));
		ClaimToken done = done(key("done"), FIRST);
		try (TestTransaction transaction = this.fixture.begin()) {
			assertThat(askIn(transaction, request(done.key())).outcome()).isEqualTo(FIRST);
			assertThat(askIn(transaction, request(live.key())).epoch()).isEqualTo(live.epoch());
			assertThat(askIn(transaction, request(live.key())).state()).isEqualTo(ClaimState.IN_FLIGHT);
			for (ClaimToken token : List.of(done, live, lapsed, held)) {
				assertThat(askIn(transaction, withFingerprint(request(token.key()), "fp-2")).state())
					.isEqualTo(ClaimState.REUSED);
			}
			Claim abandoned = askIn(transaction, request(held.key(), TakeOver.LAPSED_AND_HELD));
			assertThat(abandoned.state()).isEqualTo(ClaimState.ABANDONED);
			assertThat(former(abandoned).held()).isTrue();
			Claim takenOver = askIn(transaction, request(lapsed.key(), TakeOver.NONE));
			assertThat(takenOver.state()).isEqualTo(ClaimState.CLAIMED);
			assertThat(takenOver.attempts()).isEqualTo(2);
			assertThat(takenOver.epoch()).isGreaterThan(lapsed.epoch());
			assertThat(former(takenOver).held()).isFalse();
			Claim reclaimed = askIn(transaction, request(freed.key()));
			assertThat(reclaimed.state()).isEqualTo(ClaimState.CLAIMED);
			assertThat(reclaimed.attempts()).isEqualTo(2);
			assertThat(reclaimed.former()).isNull();
			for (ClaimToken token : List.of(lapsed, freed)) {
				assertThat(rival(token.key())).isEqualTo(ClaimState.IN_FLIGHT);
				assertThat(rivalInTransaction(token.key())).isEqualTo(ClaimState.IN_FLIGHT);
			}
			transaction.rollback();
		}
		assertThat(this.plugin.markProcessed(completion(lapsed, FIRST))).isTrue();
		assertThat(ask(request(freed.key())).attempts()).isEqualTo(2);
	}

	@Test
	void aConflictLeavesTheTransactionUsable() {
		done(key("done"), FIRST);
		claimed(key("live"));
		held(key("held"));
		try (TestTransaction transaction = this.fixture.begin()) {
			askIn(transaction, request(key("done")));
			askIn(transaction, request(key("live")));
			askIn(transaction, request(key("held")));
			askIn(transaction, withFingerprint(request(key("done")), "fp-2"));
			ClaimToken token = claimedIn(transaction, KEY);
			this.plugin.markProcessed(List.of(completion(token, SECOND)), transaction.ledger());
			transaction.commit();
		}
		assertThat(this.other.checkProcessed(KEY)).contains(SECOND);
	}

	@Test
	void anOwnClaimDoesNotDependOnTheTransactionAroundIt() {
		ClaimToken token;
		ClaimToken completed;
		try (TestTransaction transaction = this.fixture.begin()) {
			claimedIn(transaction, key("in"));
			token = claimed(KEY);
			completed = done(key("done"), FIRST);
			freed(key("freed"));
			transaction.rollback();
		}
		assertOwned(token);
		assertThat(this.other.checkProcessed(completed.key())).contains(FIRST);
		assertThat(ask(request(key("freed"))).attempts()).isEqualTo(2);
	}

	@Test
	void thePurgeLeavesARowThatATransactionTook() {
		freed(KEY);
		this.fixture.expire(KEY);
		try (TestTransaction transaction = this.fixture.begin()) {
			claimedIn(transaction, KEY);
			assertThat(this.other.purgeClaims(10)).isZero();
			transaction.commit();
		}
		assertThat(this.other.purgeClaims(10)).isZero();
		assertThat(rival(KEY)).isEqualTo(ClaimState.IN_FLIGHT);
	}

	@Test
	void aReadCommittedTransactionDoesNotReadFromASnapshot() {
		try (TestTransaction transaction = this.fixture.begin()) {
			assertThat(this.plugin.readsFromSnapshot(transaction.ledger())).isFalse();
			transaction.commit();
		}
	}

	private ClaimState rivalInTransaction(ClaimKey key) {
		return CompletableFuture.supplyAsync(() -> {
			try (TestTransaction transaction = this.fixture.begin()) {
				ClaimState state = askIn(transaction, request(key)).state();
				transaction.rollback();
				return state;
			}
		}).join();
	}

}
