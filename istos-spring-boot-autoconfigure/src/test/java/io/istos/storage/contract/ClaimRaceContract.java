package io.istos.storage.contract;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.istos.storage.Claim;
import io.istos.storage.ClaimKey;
import io.istos.storage.ClaimRequest;
import io.istos.storage.ClaimState;
import io.istos.storage.ClaimToken;
import io.istos.storage.Release;
import io.istos.storage.Renewal;
import io.istos.storage.StoragePlugin;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Everyone at once, on two nodes.
 */
abstract class ClaimRaceContract extends ContractSupport {

	private final Crowd crowd = new Crowd();

	ClaimRaceContract(Supplier<StorageFixture> fixtures) {
		super(fixtures);
	}

	@AfterEach
	void disperse() {
		this.crowd.close();
	}

	@Test
	void oneOfManyClaimsAnUnknownKey() {
		for (int round = 0; round < this.fixture.rounds(); round++) {
			assertOneWinner(race(key("k" + round)), 1);
		}
	}

	@Test
	void oneOfManyTakesALapsedClaimOver() {
		for (int round = 0; round < this.fixture.rounds(); round++) {
			ClaimToken lost = lapsed(key("k" + round));
			List<Claim> answers = race(lost.key());
			assertOneWinner(answers, 2);
			assertThat(answers).filteredOn((claim) -> claim.state() == ClaimState.CLAIMED)
				.allSatisfy((claim) -> assertThat(claim.epoch()).isGreaterThan(lost.epoch()));
			assertThat(this.plugin.markProcessed(completion(lost, FIRST))).isFalse();
		}
	}

	@Test
	void oneOfManyClaimsAFreeKey() {
		for (int round = 0; round < this.fixture.rounds(); round++) {
			assertOneWinner(race(freed(key("k" + round)).key()), 2);
		}
	}

	@Test
	void oneOfManyTransactionsClaimsAKey() {
		for (int round = 0; round < this.fixture.rounds(); round++) {
			ClaimKey key = key("k" + round);
			List<Claim> answers = this.crowd.together((i) -> {
				try (TestTransaction transaction = this.fixture.begin()) {
					Claim claim = node(i).claimProcessed(request(key), transaction.ledger());
					this.crowd.await();
					transaction.commit();
					return claim;
				}
			});
			assertOneWinner(answers, 1);
			assertThat(rival(key)).isEqualTo(ClaimState.IN_FLIGHT);
		}
	}

	@Test
	void aLateOwnerAndItsSuccessorNeverBothWin() {
		for (int round = 0; round < this.fixture.rounds(); round++) {
			ClaimToken completing = lapsed(key("c" + round));
			ClaimToken renewing = lapsed(key("n" + round));
			ClaimToken releasing = lapsed(key("l" + round));
			ClaimToken inTransaction = lapsed(key("t" + round));
			Set<String> won = ConcurrentHashMap.newKeySet();
			this.crowd.together((i) -> {
				switch (i) {
					case 0 -> note(won, "completed", this.plugin.markProcessed(completion(completing, FIRST)));
					case 1 -> note(won, "completion taken over", takesOver(completing));
					case 2 -> note(won, "renewed",
							this.plugin.renewClaims(List.of(renewal(renewing))).get(0) == Renewal.Answer.RENEWED);
					case 3 -> note(won, "renewal taken over", takesOver(renewing));
					case 4 ->
						note(won, "released", this.plugin.releaseClaim(free(releasing)) == Release.Answer.RELEASED);
					case 5 -> note(won, "release taken over", takesOver(releasing));
					case 6 -> note(won, "committed", commits(inTransaction));
					default -> note(won, "commit taken over", takesOver(inTransaction));
				}
				return i;
			});
			assertThat(won).as("round %s", round)
				.satisfiesOnlyOnce((fact) -> assertThat(fact).startsWith("complet"))
				.satisfiesOnlyOnce((fact) -> assertThat(fact).startsWith("commit"));
			assertThat(won.containsAll(List.of("renewed", "renewal taken over"))).isFalse();
			assertThat(won.containsAll(List.of("released", "release taken over"))).isFalse();
			assertThat(this.plugin.checkProcessed(completing.key()).isPresent()).isEqualTo(won.contains("completed"));
			assertThat(this.plugin.checkProcessed(inTransaction.key()).isPresent())
				.isEqualTo(won.contains("committed"));
		}
	}

	@Test
	void everyKeyRunsOnce() {
		int keys = this.fixture.rounds();
		AtomicInteger[] runs = new AtomicInteger[keys];
		for (int i = 0; i < keys; i++) {
			runs[i] = new AtomicInteger();
		}
		Set<Long> epochs = ConcurrentHashMap.newKeySet();
		this.crowd.together((i) -> {
			for (int n = 0; n < keys; n++) {
				ClaimRequest request = request(key("k" + n));
				Claim claim = node(i).claimProcessed(request);
				if (claim.state() == ClaimState.CLAIMED) {
					runs[n].incrementAndGet();
					assertThat(epochs.add(claim.epoch())).isTrue();
					assertThat(node(i).markProcessed(completion(request.token(claim.epoch()), FIRST))).isTrue();
				}
			}
			return i;
		});
		assertThat(runs).allSatisfy((count) -> assertThat(count).hasValue(1));
		assertThat(this.plugin.getLog("shop", "order.book", 2 * keys)).hasSize(keys);
	}

	@Test
	void manyPurgeAtOnceAndEachRowGoesOnce() {
		int rows = 10 * this.fixture.rounds();
		for (int i = 0; i < rows; i++) {
			done(key("k" + i), FIRST);
		}
		for (int i = 0; i < rows; i++) {
			this.fixture.expire(key("k" + i));
		}
		ClaimToken live = claimed(key("live"));
		List<Integer> purged = this.crowd.together((i) -> {
			int sum = 0;
			for (int n = node(i).purgeClaims(7); n > 0; n = node(i).purgeClaims(7)) {
				assertThat(n).isLessThanOrEqualTo(7);
				sum += n;
			}
			return sum;
		});
		int rest = this.plugin.purgeClaims(rows);
		assertThat(purged.stream().mapToInt(Integer::intValue).sum() + rest).isEqualTo(rows);
		assertOwned(live);
	}

	private List<Claim> race(ClaimKey key) {
		return this.crowd.together((i) -> node(i).claimProcessed(request(key)));
	}

	private void assertOneWinner(List<Claim> answers, int attempts) {
		assertThat(answers).filteredOn((claim) -> claim.state() == ClaimState.CLAIMED)
			.singleElement()
			.satisfies((claim) -> assertThat(claim.attempts()).isEqualTo(attempts));
		assertThat(answers).filteredOn((claim) -> claim.state() == ClaimState.IN_FLIGHT).hasSize(Crowd.SIZE - 1);
	}

	private boolean takesOver(ClaimToken lost) {
		return this.other.claimProcessed(request(lost.key())).former() != null;
	}

	private boolean commits(ClaimToken token) {
		try (TestTransaction transaction = this.fixture.begin()) {
			this.plugin.markProcessed(List.of(completion(token, FIRST)), transaction.ledger());
			transaction.commit();
			return true;
		}
		catch (RuntimeException ex) {
			return false;
		}
	}

	private static void note(Set<String> won, String fact, boolean happened) {
		if (happened) {
			won.add(fact);
		}
	}

	private StoragePlugin node(int i) {
		return (i % 2 == 0) ? this.plugin : this.other;
	}

}
