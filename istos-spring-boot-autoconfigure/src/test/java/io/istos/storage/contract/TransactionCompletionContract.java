package io.istos.storage.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;

import org.junit.jupiter.api.Test;

import io.istos.ClaimLostException;
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
import static org.assertj.core.api.Assertions.assertThatException;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Outcomes that the caller's transaction commits.
 */
abstract class TransactionCompletionContract extends ContractSupport {

	private static final ClaimKey KEY = key("42");

	TransactionCompletionContract(Supplier<StorageFixture> fixtures) {
		super(fixtures);
	}

	@Test
	void theCommitMakesTheOutcome() {
		ClaimToken token = claimed(KEY);
		try (TestTransaction transaction = this.fixture.begin()) {
			complete(transaction, completion(token, FIRST));
			assertUndecided(token);
			transaction.commit();
		}
		assertThat(this.other.checkProcessed(KEY)).contains(FIRST);
		assertThat(askElsewhere(request(KEY)).outcome()).isEqualTo(FIRST);
		assertThat(this.plugin.releaseClaim(free(token))).isEqualTo(Release.Answer.COMPLETED);
		assertThat(this.plugin.markProcessed(completion(token, SECOND))).isTrue();
		assertThat(logged()).containsExactly(FIRST.json());
	}

	@Test
	void aRollbackLeavesTheClaimToItsOwner() {
		ClaimToken token = claimed(KEY);
		try (TestTransaction transaction = this.fixture.begin()) {
			complete(transaction, completion(token, FIRST));
			transaction.rollback();
		}
		assertOwned(token);
		assertThat(logged()).isEmpty();
		assertThat(this.plugin.renewClaims(List.of(renewal(token)))).containsExactly(Renewal.Answer.RENEWED);
		assertThat(this.plugin.releaseClaim(free(token))).isEqualTo(Release.Answer.RELEASED);
		assertThat(rival(KEY)).isEqualTo(ClaimState.CLAIMED);
	}

	@Test
	void aSavepointLeavesTheClaimToItsOwner() {
		ClaimToken token = claimed(KEY);
		try (TestTransaction transaction = this.fixture.begin()) {
			Object savepoint = transaction.savepoint();
			complete(transaction, completion(token, FIRST));
			transaction.rollbackTo(savepoint);
			transaction.commit();
		}
		assertOwned(token);
		assertThat(logged()).isEmpty();
		assertThat(this.plugin.markProcessed(completion(token, SECOND))).isTrue();
	}

	@Test
	void aClaimOfTheTransactionOutlivesTheSavepointThatUndidItsCompletion() {
		try (TestTransaction transaction = this.fixture.begin()) {
			ClaimToken token = claimedIn(transaction, KEY);
			Object savepoint = transaction.savepoint();
			complete(transaction, completion(token, FIRST));
			transaction.rollbackTo(savepoint);
			complete(transaction, completion(token, SECOND));
			transaction.commit();
		}
		assertThat(this.other.checkProcessed(KEY)).contains(SECOND);
		assertThat(logged()).containsExactly(SECOND.json());
	}

	@Test
	void claimAndOutcomeCommitTogether() {
		try (TestTransaction transaction = this.fixture.begin()) {
			complete(transaction, completion(claimedIn(transaction, KEY), FIRST));
			assertThat(rival(KEY)).isEqualTo(ClaimState.IN_FLIGHT);
			assertThat(this.other.checkProcessed(KEY)).isEmpty();
			transaction.commit();
		}
		assertThat(askElsewhere(request(KEY)).outcome()).isEqualTo(FIRST);
		assertThat(logged()).containsExactly(FIRST.json());
	}

	@Test
	void claimAndOutcomeRollBackTogether() {
		try (TestTransaction transaction = this.fixture.begin()) {
			complete(transaction, completion(claimedIn(transaction, KEY), FIRST));
			transaction.rollback();
		}
		assertThat(askElsewhere(request(KEY)).attempts()).isOne();
		assertThat(logged()).isEmpty();
	}

	@Test
	void manyOutcomesCommitTogether() {
		List<Completion> completions = new ArrayList<>();
		for (String key : List.of("z", "a", "m")) {
			completions.add(completion(claimed(key(key)), result("\"" + key + "\"")));
		}
		ClaimToken failing = claimed(key("failing"));
		completions.add(completion(failing, new Outcome(Outcome.Kind.FAILURE, "{}")));
		ClaimToken apart = claimed(key("apart"));
		try (TestTransaction transaction = this.fixture.begin()) {
			complete(transaction, completions.toArray(Completion[]::new));
			complete(transaction, completion(apart, FIRST));
			transaction.commit();
		}
		for (Completion completion : completions) {
			assertThat(this.other.checkProcessed(completion.token().key())).contains(completion.outcome());
		}
		assertThat(this.other.checkProcessed(apart.key())).contains(FIRST);
		assertThat(logged()).containsExactlyInAnyOrder("\"z\"", "\"a\"", "\"m\"", FIRST.json());
	}

	@Test
	void noOutcomesChangeNothing() {
		try (TestTransaction transaction = this.fixture.begin()) {
			complete(transaction);
			transaction.commit();
		}
	}

	@Test
	void aLostClaimKeepsTheTransactionFromCommitting() {
		ClaimToken lost = lapsed(KEY);
		ClaimRequest request = request(KEY);
		ClaimToken owner = request.token(askElsewhere(request).epoch());
		ClaimToken good = claimed(key("good"));
		ClaimToken before = claimed(key("before"));
		try (TestTransaction transaction = this.fixture.begin()) {
			complete(transaction, completion(before, FIRST));
			assertThatExceptionOfType(ClaimLostException.class)
				.isThrownBy(() -> complete(transaction, completion(good, FIRST), completion(lost, FIRST)))
				.withMessageContaining(KEY.operation());
			assertThatException().isThrownBy(transaction::commit);
		}
		assertOwned(owner);
		assertOwned(good);
		assertOwned(before);
		assertThat(logged()).isEmpty();
		assertThat(this.plugin.releaseClaim(free(good))).isEqualTo(Release.Answer.RELEASED);
	}

	@Test
	void onlyTheOwnerCompletesInTransaction() {
		ClaimToken token = claimed(KEY);
		ClaimToken done = done(key("done"), FIRST);
		ClaimToken freed = freed(key("freed"));
		ClaimToken held = held(key("held"));
		ClaimToken never = new ClaimToken(key("never"), UUID.randomUUID(), 1);
		for (ClaimToken wrong : List.of(withOwner(token, UUID.randomUUID()), withEpoch(token, token.epoch() + 1),
				withEpoch(token, ClaimToken.UNKNOWN_EPOCH), withOwner(done, UUID.randomUUID()), freed, held, never)) {
			try (TestTransaction transaction = this.fixture.begin()) {
				assertThatExceptionOfType(ClaimLostException.class).as("%s", wrong)
					.isThrownBy(() -> complete(transaction, completion(wrong, SECOND)));
				transaction.rollback();
			}
		}
		assertOwned(token);
		assertThat(this.other.checkProcessed(done.key())).contains(FIRST);
		assertThat(this.other.checkProcessed(never.key())).isEmpty();
	}

	@Test
	void aLapsedClaimThatNobodyTookIsCommitted() {
		ClaimToken token = lapsed(KEY);
		try (TestTransaction transaction = this.fixture.begin()) {
			complete(transaction, completion(token, FIRST));
			assertUndecided(token);
			transaction.commit();
		}
		assertThat(this.other.checkProcessed(KEY)).contains(FIRST);
		assertThat(rival(KEY)).isEqualTo(ClaimState.DONE);
	}

	@Test
	void aLapsedClaimIsUpForTakingAfterTheRollback() {
		ClaimToken token = lapsed(KEY);
		try (TestTransaction transaction = this.fixture.begin()) {
			complete(transaction, completion(token, FIRST));
			transaction.rollback();
		}
		Claim claim = askElsewhere(request(KEY));
		assertThat(claim.state()).isEqualTo(ClaimState.CLAIMED);
		assertThat(claim.attempts()).isEqualTo(2);
	}

	@Test
	void aBrokenCommitNeverFreesTheKeyByItself() {
		ClaimToken token = claimed(KEY);
		try (TestTransaction transaction = this.fixture.begin()) {
			complete(transaction, completion(token, FIRST));
			transaction.breakAtCommit();
		}
		assertOneTruth(token);
	}

	@Test
	void aBrokenCommitOfClaimAndOutcomeLeavesOneTruth() {
		ClaimToken token;
		try (TestTransaction transaction = this.fixture.begin()) {
			token = claimedIn(transaction, KEY);
			complete(transaction, completion(token, FIRST));
			transaction.breakAtCommit();
		}
		assertOneTruth(token);
	}

	/**
	 * After an end that nobody learned of, the release tells the owner what is true. A
	 * store that can't know either keeps the key from everyone until the claim lapses.
	 */
	private void assertOneTruth(ClaimToken token) {
		Release.Answer answer = this.plugin.releaseClaim(free(token));
		for (int i = 0; i < 1000 && answer == Release.Answer.LOCKED; i++) {
			answer = this.plugin.releaseClaim(free(token));
		}
		assertThat(answer).isNotEqualTo(Release.Answer.LOCKED);
		ClaimState state = rival(KEY);
		switch (answer) {
			case COMPLETED -> {
				assertThat(state).isEqualTo(ClaimState.DONE);
				assertThat(logged()).containsExactly(FIRST.json());
			}
			case RELEASED -> {
				assertThat(state).isEqualTo(ClaimState.CLAIMED);
				assertThat(logged()).isEmpty();
			}
			default -> {
				assertThat(state).isIn(ClaimState.IN_FLIGHT, ClaimState.CLAIMED);
				assertThat(logged()).isEmpty();
			}
		}
	}

	/**
	 * Nobody is told anything final while the transaction is open.
	 */
	private void assertUndecided(ClaimToken token) {
		for (TakeOver takeOver : TakeOver.values()) {
			assertThat(askElsewhere(request(token.key(), takeOver)).state()).isEqualTo(ClaimState.IN_FLIGHT);
		}
		assertThat(this.other.checkProcessed(token.key())).isEmpty();
		assertThat(this.plugin.renewClaims(List.of(renewal(token)))).containsExactly(Renewal.Answer.LOCKED);
		assertThat(this.plugin.releaseClaim(free(token))).isEqualTo(Release.Answer.LOCKED);
		assertThat(this.plugin.releaseClaim(free(withEpoch(token, ClaimToken.UNKNOWN_EPOCH))))
			.isEqualTo(Release.Answer.LOCKED);
		assertThat(this.plugin.purgeClaims(10)).isZero();
		assertThat(logged()).isEmpty();
	}

	private void complete(TestTransaction transaction, Completion... completions) {
		this.plugin.markProcessed(List.of(completions), transaction.ledger());
	}

	private List<String> logged() {
		return this.other.getLog(KEY.namespace(), KEY.operation(), 100)
			.stream()
			.map((entry) -> String.valueOf(entry.value()))
			.toList();
	}

}
