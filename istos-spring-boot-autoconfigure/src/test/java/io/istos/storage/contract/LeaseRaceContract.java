package io.istos.storage.contract;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.istos.LeaseLostException;
import io.istos.storage.Acquisition;
import io.istos.storage.LeaseRelease;
import io.istos.storage.LeaseRenewal;
import io.istos.storage.LeaseRequest;
import io.istos.storage.LeaseToken;
import io.istos.storage.ScopeKey;
import io.istos.storage.StoragePlugin;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Everyone at once, on two nodes.
 */
abstract class LeaseRaceContract extends LeaseSupport {

	private final Crowd crowd = new Crowd();

	LeaseRaceContract(Supplier<StorageFixture> fixtures) {
		super(fixtures);
	}

	@AfterEach
	void disperse() {
		this.crowd.close();
	}

	@Test
	void oneOfManyGetsAnUnknownScope() {
		for (int round = 0; round < this.fixture.rounds(); round++) {
			assertThat(assertOneWinner(scope("s" + round)).takenOver()).isFalse();
		}
	}

	@Test
	void oneOfManyGetsAFreeScope() {
		for (int round = 0; round < this.fixture.rounds(); round++) {
			LeaseToken freed = freed(scope("s" + round));
			Acquisition.Granted winner = assertOneWinner(freed.key());
			assertThat(winner.takenOver()).isFalse();
			assertThat(winner.epoch()).isGreaterThan(freed.epoch());
		}
	}

	@Test
	void oneOfManyTakesALapsedLeaseOver() {
		for (int round = 0; round < this.fixture.rounds(); round++) {
			LeaseToken lost = lapsed(scope("s" + round));
			Acquisition.Granted winner = assertOneWinner(lost.key());
			assertThat(winner.takenOver()).isTrue();
			assertThat(winner.epoch()).isGreaterThan(lost.epoch());
			assertThat(renew(lost)).isEqualTo(LeaseRenewal.Answer.TAKEN_OVER);
		}
	}

	@Test
	void oneOfManyGetsADeletedScope() {
		for (int round = 0; round < this.fixture.rounds(); round++) {
			LeaseToken deleted = deleted(scope("s" + round));
			assertThat(assertOneWinner(deleted.key()).epoch()).isGreaterThan(deleted.epoch());
		}
	}

	@Test
	void aHolderWhoseLeaseLapsesAndItsSuccessorNeverBothHold() {
		for (int round = 0; round < this.fixture.rounds(); round++) {
			LeaseToken token = acquired(scope("s" + round));
			AtomicInteger holding = new AtomicInteger();
			AtomicBoolean taken = new AtomicBoolean();
			this.crowd.together((i) -> {
				if (i == 0) {
					this.fixture.lapse(token.key());
				}
				else if (i % 2 == 0) {
					commitHolding(token, holding);
				}
				else {
					takeOver(token.key(), taken, holding);
				}
				return i;
			});
		}
	}

	private void commitHolding(LeaseToken token, AtomicInteger holding) {
		try (TestTransaction transaction = this.fixture.begin()) {
			if (hold(transaction, token)) {
				holding.incrementAndGet();
				fence(transaction, heldFenceOf(token));
				holding.decrementAndGet();
			}
			transaction.commit();
		}
	}

	/** Whoever held before doesn't count any more, and nobody does so later. */
	private void takeOver(ScopeKey scope, AtomicBoolean taken, AtomicInteger holding) {
		while (!taken.get()) {
			if (this.other.acquire(request(scope)).granted() != null) {
				assertThat(holding).hasValue(0);
				assertThat(taken.getAndSet(true)).isFalse();
			}
		}
	}

	@Test
	void aLateHolderAndItsSuccessorNeverBothWin() {
		for (int round = 0; round < this.fixture.rounds(); round++) {
			LeaseToken releasing = lapsed(scope("l" + round));
			LeaseToken renewing = acquired(scope("n" + round));
			LeaseToken committing = acquired(scope("c" + round));
			Set<String> won = ConcurrentHashMap.newKeySet();
			this.crowd.together((i) -> {
				switch (i) {
					case 0 -> note(won, "released", release(releasing) == LeaseRelease.Answer.RELEASED);
					case 1 -> note(won, "release taken over", takesOver(releasing.key()));
					case 2 -> note(won, "renewed", renew(renewing) == LeaseRenewal.Answer.RENEWED);
					case 3 -> note(won, "renewal taken over", lapsesAndTakesOver(renewing.key()));
					case 4 -> note(won, "committed", commits(committing));
					case 5 -> note(won, "commit taken over", lapsesAndTakesOver(committing.key()));
					default -> acquire(request(scope("other" + i)));
				}
				return i;
			});
			assertThat(won.containsAll(List.of("released", "release taken over"))).isFalse();
			assertThat(won).as("round %s", round).containsAnyOf("released", "release taken over");
			if (won.contains("renewal taken over")) {
				assertThat(renew(renewing)).isEqualTo(LeaseRenewal.Answer.TAKEN_OVER);
			}
			assertCommitted(committing, won.contains("committed"));
		}
	}

	private void assertCommitted(LeaseToken token, boolean committed) {
		this.fixture.lapse(token.key());
		assertThat(rivalGranted(token.key()).version()).isEqualTo(committed ? 1 : 0);
	}

	@Test
	void oneHoldsAtATime() {
		ScopeKey scope = scope("nightly");
		AtomicInteger holders = new AtomicInteger();
		AtomicInteger holds = new AtomicInteger();
		Set<Long> epochs = ConcurrentHashMap.newKeySet();
		this.crowd.together((i) -> {
			for (int n = 0; n < this.fixture.rounds(); n++) {
				LeaseRequest request = request(scope);
				Acquisition.Granted granted = node(i).acquire(request).granted();
				if (granted != null) {
					assertThat(holders.incrementAndGet()).isOne();
					assertThat(epochs.add(granted.epoch())).isTrue();
					holds.incrementAndGet();
					holders.decrementAndGet();
					releaseOnceUnlocked(node(i), request.token(granted.epoch()));
				}
			}
			return i;
		});
		assertThat(holds).hasPositiveValue();
		assertThat(rivalGranted(scope).takenOver()).isFalse();
	}

	/**
	 * A rival that saw the scope while it was free may be looking at it still.
	 */
	private static void releaseOnceUnlocked(StoragePlugin node, LeaseToken token) {
		LeaseRelease.Answer answer = node.releaseLease(free(token));
		while (answer == LeaseRelease.Answer.LOCKED) {
			answer = node.releaseLease(free(token));
		}
		assertThat(answer).isEqualTo(LeaseRelease.Answer.RELEASED);
	}

	private Acquisition.Granted assertOneWinner(ScopeKey scope) {
		List<Acquisition> answers = this.crowd.together((i) -> node(i).acquire(request(scope)));
		List<Acquisition.Granted> winners = answers.stream()
			.map(Acquisition::granted)
			.filter((granted) -> granted != null)
			.toList();
		assertThat(winners).hasSize(1);
		return winners.get(0);
	}

	private boolean takesOver(ScopeKey scope) {
		Acquisition.Granted granted = this.other.acquire(request(scope)).granted();
		return granted != null && granted.takenOver();
	}

	private boolean lapsesAndTakesOver(ScopeKey scope) {
		this.fixture.lapse(scope);
		return takesOver(scope);
	}

	private boolean commits(LeaseToken token) {
		try (TestTransaction transaction = this.fixture.begin()) {
			fence(transaction, checkpoint(token, "1"));
			transaction.commit();
			return true;
		}
		catch (LeaseLostException ex) {
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
