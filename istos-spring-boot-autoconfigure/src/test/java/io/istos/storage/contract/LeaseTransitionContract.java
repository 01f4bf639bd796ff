package io.istos.storage.contract;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import io.istos.storage.Acquisition;
import io.istos.storage.LeaseRelease;
import io.istos.storage.LeaseRenewal;
import io.istos.storage.LeaseRequest;
import io.istos.storage.LeaseToken;
import io.istos.storage.ScopeKey;
import io.istos.storage.StateTransition;
import io.istos.storage.StateWrite;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Acquisitions that write a state, and those that take nothing over.
 */
abstract class LeaseTransitionContract extends LeaseSupport {

	private static final ScopeKey SCOPE = scope("nightly");

	private static final Acquisition CHANGED = new Acquisition(null, null, true);

	LeaseTransitionContract(Supplier<StorageFixture> fixtures) {
		super(fixtures);
	}

	private static LeaseRequest transition(ScopeKey scope, long version, @Nullable String state) {
		return new LeaseRequest(scope, UUID.randomUUID(), LEASE, "node-2", true, new StateTransition(version, state));
	}

	private static LeaseRequest gentle(ScopeKey scope) {
		return new LeaseRequest(scope, UUID.randomUUID(), LEASE, "node-2", false, null);
	}

	@Test
	void anUnknownScopeIsGrantedWithItsFirstState() {
		Acquisition.Granted granted = granted(acquire(transition(SCOPE, StateTransition.ABSENT, "1")));
		assertThat(granted.state()).isEqualTo("1");
		assertThat(granted.version()).isOne();
		assertThat(granted.takenOver()).isFalse();
		assertThat(view(SCOPE).state()).isEqualTo("1");
		assertThat(view(SCOPE).version()).isOne();
	}

	@Test
	void noStateToBeginWithIsAStateToo() {
		Acquisition.Granted granted = granted(acquire(transition(SCOPE, StateTransition.ABSENT, null)));
		assertThat(granted.state()).isNull();
		assertThat(granted.version()).isOne();
	}

	@Test
	void aFreeScopeGoesFromOneStateToTheNext() {
		LeaseToken before = acquired(SCOPE);
		write(before, "1");
		release(before);
		Acquisition.Granted granted = granted(acquire(transition(SCOPE, 1, "2")));
		assertThat(granted.state()).isEqualTo("2");
		assertThat(granted.version()).isEqualTo(2);
		assertThat(granted.takenOver()).isFalse();
		assertThat(granted.epoch()).isGreaterThan(before.epoch());
		assertThat(view(SCOPE).instance()).isEqualTo("node-2");
		assertNextFinds(SCOPE, "2", 2);
	}

	@Test
	void aLapsedLeaseIsTakenOverWithTheNextState() {
		LeaseToken before = acquired(SCOPE);
		write(before, "1");
		this.fixture.lapse(SCOPE);
		Acquisition.Granted granted = granted(acquire(transition(SCOPE, 1, null)));
		assertThat(granted.state()).isNull();
		assertThat(granted.version()).isEqualTo(2);
		assertThat(granted.takenOver()).isTrue();
		assertThat(write(before, "9").result()).isEqualTo(StateWrite.Result.LOST);
		assertThat(view(SCOPE).state()).isNull();
	}

	@Test
	void aStateThatHasChangedIsToldAndNothingWritten() {
		LeaseToken freed = acquired(SCOPE);
		write(freed, "1");
		release(freed);
		LeaseToken lapsed = acquired(scope("lapsed"));
		write(lapsed, "1");
		this.fixture.lapse(lapsed.key());
		for (ScopeKey scope : List.of(SCOPE, lapsed.key())) {
			List<@Nullable Object> before = stored(scope);
			for (long stale : new long[] { StateTransition.ABSENT, 0, 2 }) {
				assertThat(acquire(transition(scope, stale, "9"))).isEqualTo(CHANGED);
			}
			assertThat(stored(scope)).isEqualTo(before);
			assertThat(granted(acquire(transition(scope, 1, "2"))).version()).isEqualTo(2);
		}
	}

	@Test
	void aScopeThatHasGoneHasChanged() {
		deleted(scope("deleted"));
		for (ScopeKey scope : List.of(SCOPE, scope("deleted"))) {
			assertThat(acquire(transition(scope, 0, "9"))).isEqualTo(CHANGED);
			assertThat(this.plugin.findLease(scope)).isEmpty();
			assertThat(granted(acquire(transition(scope, StateTransition.ABSENT, "1"))).version()).isOne();
		}
	}

	@Test
	void aBusyScopeIsBusyWhateverItsState() {
		LeaseToken token = acquired(SCOPE);
		LeaseToken released = acquired(scope("released"));
		this.plugin.releaseLease(new LeaseRelease(released, HOURS));
		for (ScopeKey scope : List.of(SCOPE, released.key())) {
			List<@Nullable Object> before = stored(scope);
			for (long version : new long[] { StateTransition.ABSENT, 0, 1 }) {
				Acquisition answer = acquire(transition(scope, version, "9"));
				assertThat(answer.changed()).isFalse();
				assertThat(answer.granted()).isNull();
			}
			assertThat(stored(scope)).isEqualTo(before);
		}
		assertHeld(token);
	}

	@Test
	void aRepeatedRequestIsGrantedAgainAndWritesOnce() {
		for (LeaseRequest request : List.of(transition(SCOPE, StateTransition.ABSENT, "1"),
				transition(lapsed(scope("lapsed")).key(), 0, "1"))) {
			Acquisition first = acquire(request);
			assertThat(acquire(request)).isEqualTo(first);
			assertThat(acquireElsewhere(request)).isEqualTo(first);
			assertThat(view(request.key()).version()).isOne();
		}
	}

	@Test
	void aScopeHeldByATransactionIsBusyThoughItsStateIsTheSame() {
		LeaseToken token = acquired(SCOPE);
		try (TestTransaction transaction = this.fixture.begin()) {
			assertThat(hold(transaction, token)).isTrue();
			this.fixture.lapse(SCOPE);
			Acquisition answer = acquire(transition(SCOPE, 0, "1"));
			assertThat(answer.changed()).isFalse();
			assertThat(answer.granted()).isNull();
			transaction.commit();
		}
		assertThat(granted(acquire(transition(SCOPE, 0, "1"))).takenOver()).isTrue();
	}

	@Test
	void whatNobodyLetLapseIsGrantedWithoutTakingOver() {
		LeaseToken heldAtLeast = acquired(scope("held"));
		this.plugin.releaseLease(new LeaseRelease(heldAtLeast, LEASE));
		assertThat(acquire(gentle(heldAtLeast.key())).granted()).isNull();
		this.fixture.lapse(heldAtLeast.key());
		for (ScopeKey scope : List.of(SCOPE, freed(scope("freed")).key(), deleted(scope("deleted")).key(),
				heldAtLeast.key())) {
			LeaseRequest request = gentle(scope);
			assertThat(granted(acquire(request)).takenOver()).isFalse();
			assertThat(granted(acquire(request)).takenOver()).isFalse();
		}
	}

	@Test
	void whatLapsedIsNotTakenOverAgainstTheWish() {
		LeaseToken lapsed = lapsed(SCOPE);
		List<@Nullable Object> before = stored(SCOPE);
		LeaseRequest wish = gentle(SCOPE);
		for (@Nullable
		StateTransition transition : new StateTransition[] { null, new StateTransition(0, "9"),
				new StateTransition(7, "9") }) {
			Acquisition answer = acquire(new LeaseRequest(SCOPE, wish.owner(), LEASE, null, false, transition));
			assertThat(answer.granted()).isNull();
			assertThat(answer.changed()).isFalse();
			assertThat(answer.retryAfter()).isLessThan(LEASE);
		}
		assertThat(acquire(new LeaseRequest(SCOPE, lapsed.owner(), LEASE, null, false, null)).granted()).isNull();
		assertThat(stored(SCOPE)).isEqualTo(before);
		assertThat(renew(lapsed)).isEqualTo(LeaseRenewal.Answer.EXPIRED);
		assertThat(release(lapsed)).isEqualTo(LeaseRelease.Answer.RELEASED);
		assertThat(granted(acquire(wish)).epoch()).isGreaterThan(lapsed.epoch());
	}

	@Test
	void oneOfManyMakesTheTransition() {
		try (Crowd crowd = new Crowd()) {
			for (int round = 0; round < this.fixture.rounds(); round++) {
				assertOneTransition(crowd, scope("unknown" + round), StateTransition.ABSENT);
				assertOneTransition(crowd, freed(scope("free" + round)).key(), 0);
				assertOneTransition(crowd, lapsed(scope("lapsed" + round)).key(), 0);
			}
		}
	}

	private void assertOneTransition(Crowd crowd, ScopeKey scope, long version) {
		List<Acquisition> answers = crowd
			.together((i) -> ((i % 2 == 0) ? this.plugin : this.other).acquire(transition(scope, version, "" + i)));
		List<Acquisition.Granted> winners = answers.stream()
			.map(Acquisition::granted)
			.filter(Objects::nonNull)
			.toList();
		assertThat(winners).hasSize(1);
		assertThat(answers.get(Integer.parseInt(String.valueOf(winners.get(0).state()))).granted()).isNotNull();
		assertThat(view(scope).state()).isEqualTo(winners.get(0).state());
		assertThat(view(scope).version()).isEqualTo(Math.max(version, 0) + 1);
	}

	@Test
	void aTransitionAndALateWriterNeverStartFromOneState() {
		try (Crowd crowd = new Crowd()) {
			for (int round = 0; round < this.fixture.rounds(); round++) {
				LeaseToken late = lapsed(scope("s" + round));
				List<Boolean> won = crowd.together((i) -> (i % 2 == 0)
						? this.plugin.writeState(new StateWrite(late, 0L, StateWrite.Change.to("late"), null, false))
							.result() == StateWrite.Result.WRITTEN
						: this.other.acquire(transition(late.key(), 0, "next")).granted() != null);
				assertThat(won).containsOnlyOnce(true);
				assertThat(view(late.key()).version()).isOne();
			}
		}
	}

	@Test
	void aHintOfWhatMayNotBeTakenOverIsNotTooSoon() {
		lapsed(SCOPE);
		assertThat(acquire(gentle(SCOPE)).retryAfter()).isGreaterThanOrEqualTo(Duration.ofMillis(100));
	}

}
