package io.istos.storage.contract;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.istos.storage.Acquisition;
import io.istos.storage.ClaimRequest;
import io.istos.storage.LeaseRelease;
import io.istos.storage.LeaseRenewal;
import io.istos.storage.LeaseRequest;
import io.istos.storage.LeaseToken;
import io.istos.storage.LeaseView;
import io.istos.storage.ScopeKey;
import io.istos.storage.StateWrite;
import io.istos.storage.StateWrite.Change;
import io.istos.storage.StateWrite.Result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * What is stored of a scope, and who may write it.
 */
abstract class LeaseStateContract extends LeaseSupport {

	private static final ScopeKey SCOPE = scope("nightly");

	LeaseStateContract(Supplier<StorageFixture> fixtures) {
		super(fixtures);
	}

	@Test
	void whatIsNotThereIsNotFound() {
		deleted(scope("deleted"));
		acquired(scope("other"));
		assertThat(this.plugin.findLease(SCOPE)).isEmpty();
		assertThat(this.plugin.findLease(scope("deleted"))).isEmpty();
		assertThat(this.plugin.findLease(new ScopeKey("zoo", "other"))).isEmpty();
	}

	@Test
	void aLeaseIsFoundAsItIs() {
		LeaseToken token = acquired(SCOPE);
		write(token, "1");
		for (LeaseView view : List.of(this.plugin.findLease(SCOPE).orElseThrow(), view(SCOPE))) {
			assertThat(view.owner()).isEqualTo(token.owner());
			assertThat(view.epoch()).isEqualTo(token.epoch());
			assertThat(view.isHeld()).isTrue();
			assertThat(view.remaining()).isBetween(Duration.ofSeconds(1), LEASE);
			assertThat(Duration.between(view.acquiredAt(), view.deadline())).isCloseTo(LEASE, Duration.ofSeconds(1));
			assertThat(view.instance()).isEqualTo("node-1");
			assertThat(view.state()).isEqualTo("1");
			assertThat(view.version()).isOne();
		}
	}

	@Test
	void aLapsedLeaseKeepsItsOwnerButIsNotHeld() {
		LeaseToken token = lapsed(SCOPE);
		assertThat(view(SCOPE).owner()).isEqualTo(token.owner());
		assertThat(view(SCOPE).epoch()).isEqualTo(token.epoch());
		assertThat(view(SCOPE).remaining()).isLessThanOrEqualTo(Duration.ZERO);
		assertThat(view(SCOPE).isHeld()).isFalse();
	}

	@Test
	void aScopeThatWasGivenUpHasNoOwner() {
		LeaseToken token = acquired(SCOPE);
		write(token, "1");
		assertThat(this.plugin.releaseLease(new LeaseRelease(token, HOURS))).isEqualTo(LeaseRelease.Answer.RELEASED);
		assertThat(view(SCOPE).owner()).isNull();
		assertThat(view(SCOPE).epoch()).isEqualTo(token.epoch());
		assertThat(view(SCOPE).remaining()).isBetween(HOURS.minusHours(1), HOURS);
		assertThat(view(SCOPE).isHeld()).isFalse();
		assertThat(view(SCOPE).state()).isEqualTo("1");
	}

	@Test
	void aStateIsWrittenAndAllElseStays() {
		LeaseToken token = acquired(SCOPE);
		LeaseView before = view(SCOPE);
		assertThat(write(token, "1")).isEqualTo(new StateWrite.Answer(Result.WRITTEN, "1", 1));
		assertThat(write(token, "1")).isEqualTo(new StateWrite.Answer(Result.WRITTEN, "1", 2));
		assertThat(write(token, null)).isEqualTo(new StateWrite.Answer(Result.WRITTEN, null, 3));
		assertThat(write(token, "2")).isEqualTo(new StateWrite.Answer(Result.WRITTEN, "2", 4));
		assertThat(view(SCOPE).deadline()).isEqualTo(before.deadline());
		assertThat(view(SCOPE).acquiredAt()).isEqualTo(before.acquiredAt());
		assertHeld(token);
		assertNextFinds(SCOPE, "2", 4);
	}

	@Test
	void aVersionGuardsTheState() {
		LeaseToken token = acquired(SCOPE);
		assertThat(guarded(token, 0, Change.to("1"))).isEqualTo(new StateWrite.Answer(Result.WRITTEN, "1", 1));
		List<@Nullable Object> before = stored(SCOPE);
		for (long wrong : new long[] { 0, 2, -1 }) {
			assertThat(this.plugin.writeState(new StateWrite(token, wrong, Change.to("2"), HOURS, false)))
				.isEqualTo(new StateWrite.Answer(Result.CHANGED, "1", 1));
			assertThat(this.plugin.writeState(new StateWrite(token, wrong, Change.to("2"), null, true)))
				.isEqualTo(new StateWrite.Answer(Result.CHANGED, "1", 1));
			assertThat(guarded(token, wrong, Change.NONE).result()).isEqualTo(Result.CHANGED);
		}
		assertThat(stored(SCOPE)).isEqualTo(before);
		assertThat(guarded(token, 1, Change.to("2"))).isEqualTo(new StateWrite.Answer(Result.WRITTEN, "2", 2));
		assertThat(guarded(token, 2, Change.NONE)).isEqualTo(new StateWrite.Answer(Result.WRITTEN, "2", 2));
	}

	@Test
	void theDeadlineIsExtendedAndTheStateTold() {
		LeaseToken token = acquired(SCOPE);
		write(token, "1");
		assertThat(extended(token, Change.NONE)).isEqualTo(new StateWrite.Answer(Result.WRITTEN, "1", 1));
		assertThat(rival(SCOPE).retryAfter()).isBetween(HOURS.minusHours(1), HOURS);
		assertThat(view(SCOPE).version()).isOne();
	}

	@Test
	void stateAndDeadlineAreWrittenTogether() {
		LeaseToken token = acquired(SCOPE);
		assertThat(extended(token, Change.to("1"))).isEqualTo(new StateWrite.Answer(Result.WRITTEN, "1", 1));
		assertThat(rival(SCOPE).retryAfter()).isBetween(HOURS.minusHours(1), HOURS);
	}

	@Test
	void aLapsedLeaseIsWrittenWithoutComingBack() {
		LeaseToken token = lapsed(SCOPE);
		assertThat(write(token, "1")).isEqualTo(new StateWrite.Answer(Result.WRITTEN, "1", 1));
		assertThat(this.plugin.holds(token)).isFalse();
		assertThat(renew(token)).isEqualTo(LeaseRenewal.Answer.EXPIRED);
		Acquisition.Granted next = rivalGranted(SCOPE);
		assertThat(next.takenOver()).isTrue();
		assertThat(next.state()).isEqualTo("1");
	}

	@Test
	void aLapsedLeaseThatNobodyTookComesBackWithATtl() {
		LeaseToken token = lapsed(SCOPE);
		assertThat(extended(token, Change.NONE).result()).isEqualTo(Result.WRITTEN);
		assertHeld(token);
		assertThat(view(SCOPE).epoch()).isEqualTo(token.epoch());
	}

	@Test
	void aLeaseIsGivenUpWithoutAState() {
		LeaseToken token = acquired(SCOPE);
		write(token, "1");
		assertThat(givenUp(token, Change.NONE)).isEqualTo(new StateWrite.Answer(Result.WRITTEN, "1", 1));
		Acquisition.Granted next = rivalGranted(SCOPE);
		assertThat(next.takenOver()).isFalse();
		assertThat(next.epoch()).isGreaterThan(token.epoch());
		assertThat(next.state()).isEqualTo("1");
		assertThat(next.version()).isOne();
	}

	@Test
	void aLeaseIsGivenUpWithAFinalState() {
		LeaseToken token = acquired(SCOPE);
		write(token, "1");
		assertThat(givenUp(token, Change.to("2"))).isEqualTo(new StateWrite.Answer(Result.WRITTEN, "2", 2));
		Acquisition.Granted next = rivalGranted(SCOPE);
		assertThat(next.takenOver()).isFalse();
		assertThat(next.state()).isEqualTo("2");
		assertThat(next.version()).isEqualTo(2);
	}

	@Test
	void aLapsedLeaseThatNobodyTookIsGivenUp() {
		LeaseToken token = lapsed(SCOPE);
		assertThat(givenUp(token, Change.to("1")).result()).isEqualTo(Result.WRITTEN);
		assertThat(rivalGranted(SCOPE).takenOver()).isFalse();
	}

	@Test
	void whoeverIsNotTheOwnerWritesNothing() {
		Map<String, LeaseToken> strangers = Map.of("taken over", lost(scope("lost")), "released", freed(scope("freed")),
				"given up", givenUp(scope("given")), "the same owner again", reacquired(scope("again")));
		strangers.forEach((why, token) -> assertRefused(why, token));
		forgeries(acquired(SCOPE)).forEach((token) -> assertRefused("forged", token));
	}

	private LeaseToken givenUp(ScopeKey scope) {
		LeaseToken token = acquired(scope);
		givenUp(token, Change.NONE);
		return token;
	}

	private LeaseToken reacquired(ScopeKey scope) {
		LeaseToken old = lapsed(scope);
		acquired(new LeaseRequest(scope, old.owner(), LEASE, null));
		return old;
	}

	private void assertRefused(String why, LeaseToken token) {
		List<@Nullable Object> before = stored(token.key());
		assertAllLost(why, token);
		assertThat(stored(token.key())).as(why).isEqualTo(before);
	}

	private void assertAllLost(String why, LeaseToken token) {
		assertThat(write(token, "9").result()).as(why).isEqualTo(Result.LOST);
		assertThat(extended(token, Change.NONE).result()).as(why).isEqualTo(Result.LOST);
		assertThat(givenUp(token, Change.to("9")).result()).as(why).isEqualTo(Result.LOST);
		for (long version : new long[] { 0, 1 }) {
			assertThat(guarded(token, version, Change.to("9")).result()).as(why).isEqualTo(Result.LOST);
		}
	}

	@Test
	void whatIsGoneIsNotWritten() {
		for (LeaseToken gone : List.of(deleted(scope("deleted")), never(SCOPE))) {
			assertAllLost("gone", gone);
			assertThat(this.plugin.findLease(gone.key())).isEmpty();
		}
	}

	@Test
	void othersWriteWithoutDisturbingTheHolder() {
		LeaseToken token = acquired(SCOPE);
		LeaseView view = view(SCOPE);
		LeaseToken seen = new LeaseToken(SCOPE, Objects.requireNonNull(view.owner()), view.epoch());
		assertThat(this.other.writeState(new StateWrite(seen, view.version(), Change.to("1"), null, false)).result())
			.isEqualTo(Result.WRITTEN);
		assertHeld(token);
		assertThat(renew(token)).isEqualTo(LeaseRenewal.Answer.RENEWED);
		assertThat(guarded(token, 0, Change.to("2"))).isEqualTo(new StateWrite.Answer(Result.CHANGED, "1", 1));
		assertThat(release(token)).isEqualTo(LeaseRelease.Answer.RELEASED);
		assertThat(rivalGranted(SCOPE).state()).isEqualTo("1");
	}

	@Test
	void checkpointsCountAsWrites() {
		LeaseToken token = acquired(SCOPE);
		save(token, "1");
		assertThat(guarded(token, 0, Change.to("2"))).isEqualTo(new StateWrite.Answer(Result.CHANGED, "1", 1));
		assertThat(guarded(token, 1, Change.to("2"))).isEqualTo(new StateWrite.Answer(Result.WRITTEN, "2", 2));
		save(token, "3");
		assertNextFinds(SCOPE, "3", 3);
	}

	@Test
	void aTransactionThatHoldsTheLeaseKeepsNoWriterOff() {
		LeaseToken token = acquired(SCOPE);
		try (TestTransaction transaction = this.fixture.begin()) {
			assertThat(hold(transaction, token)).isTrue();
			assertThat(write(token, "1").result()).isEqualTo(Result.WRITTEN);
			assertThat(extended(token, Change.NONE).result()).isEqualTo(Result.WRITTEN);
			assertThat(this.other.writeState(writeOf(token, "2")).version()).isEqualTo(2);
			fence(transaction, checkpoint(token, "3"));
			transaction.commit();
		}
		assertHeld(token);
		assertThat(view(SCOPE).state()).isEqualTo("3");
		assertThat(view(SCOPE).version()).isEqualTo(3);
	}

	@Test
	void whatIsGivenUpWhileATransactionHoldsItIsBusyUntilThatEnds() {
		LeaseToken token = acquired(SCOPE);
		try (TestTransaction transaction = this.fixture.begin()) {
			assertThat(hold(transaction, token)).isTrue();
			assertThat(givenUp(token, Change.to("1")).result()).isEqualTo(Result.WRITTEN);
			assertBusy(SCOPE);
			transaction.rollback();
		}
		Acquisition.Granted next = rivalGranted(SCOPE);
		assertThat(next.takenOver()).isFalse();
		assertThat(next.state()).isEqualTo("1");
	}

	@Test
	void aWriteDoesNotDependOnTheTransactionAroundIt() {
		LeaseToken token = acquired(SCOPE);
		LeaseToken freed = acquired(scope("freed"));
		try (TestTransaction transaction = this.fixture.begin()) {
			assertThat(hold(transaction, acquired(scope("other")))).isTrue();
			write(token, "1");
			givenUp(freed, Change.to("2"));
			transaction.rollback();
		}
		assertThat(view(SCOPE).state()).isEqualTo("1");
		assertThat(rivalGranted(freed.key()).state()).isEqualTo("2");
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "null", "\"\"", "\"\ud83d\ude00 \\u0000 \u00df O'Hara ? $1\"", "{ \"kept\" : [1.10, 2] }" })
	void aStateIsKeptAsItIs(String state) {
		LeaseToken token = acquired(SCOPE);
		assertThat(write(token, state).state()).isEqualTo(state);
		assertThat(view(SCOPE).state()).isEqualTo(state);
		assertThat(guarded(token, 0, Change.NONE).state()).isEqualTo(state);
	}

	@Test
	void absurdWritesAreRefused() {
		LeaseToken token = never(SCOPE);
		for (Duration absurd : List.of(Duration.ZERO, Duration.ofSeconds(-1), Duration.ofNanos(1),
				ClaimRequest.MAX_DURATION.plusNanos(1))) {
			assertThatIllegalArgumentException()
				.isThrownBy(() -> new StateWrite(token, null, Change.NONE, absurd, false));
		}
		assertThatIllegalArgumentException().isThrownBy(() -> new StateWrite(token, null, Change.NONE, LEASE, true));
	}

	@Test
	void oneOfManyWritersOfAVersionWins() {
		LeaseToken token = acquired(SCOPE);
		try (Crowd crowd = new Crowd()) {
			for (int round = 0; round < this.fixture.rounds(); round++) {
				long version = round;
				List<StateWrite.Answer> answers = crowd.together((i) -> ((i % 2 == 0) ? this.plugin : this.other)
					.writeState(new StateWrite(token, version, Change.to("" + i), null, false)));
				StateWrite.Answer winner = answers.stream()
					.filter((answer) -> answer.result() == Result.WRITTEN)
					.reduce((a, b) -> {
						throw new AssertionError("Two writers of version " + version);
					})
					.orElseThrow();
				assertThat(winner.version()).isEqualTo(version + 1);
				assertThat(answers).allSatisfy((answer) -> {
					assertThat(answer.state()).isEqualTo(winner.state());
					assertThat(answer.version()).isEqualTo(version + 1);
				});
			}
		}
	}

	@Test
	void aWriterAndWhoTakesOverNeverBothWin() {
		try (Crowd crowd = new Crowd()) {
			for (int round = 0; round < this.fixture.rounds(); round++) {
				LeaseToken late = lapsed(scope("s" + round));
				List<@Nullable Object> answers = crowd.<@Nullable Object>together(
						(i) -> (i % 2 == 0) ? extended(late, Change.to("" + i)).result() : rival(late.key()).granted());
				List<Acquisition.Granted> granted = answers.stream()
					.filter(Acquisition.Granted.class::isInstance)
					.map(Acquisition.Granted.class::cast)
					.toList();
				long written = answers.stream().filter((answer) -> answer == Result.WRITTEN).count();
				assertThat(granted.size() + Math.min(written, 1)).as("%s", answers).isOne();
				assertThat(view(late.key()).version()).isEqualTo(written);
			}
		}
	}

	private StateWrite.Answer guarded(LeaseToken token, long version, Change change) {
		return this.plugin.writeState(new StateWrite(token, version, change, null, false));
	}

	private StateWrite.Answer extended(LeaseToken token, Change change) {
		return this.plugin.writeState(new StateWrite(token, null, change, HOURS, false));
	}

	private StateWrite.Answer givenUp(LeaseToken token, Change change) {
		return this.plugin.writeState(new StateWrite(token, null, change, null, true));
	}

}
