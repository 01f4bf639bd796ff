package io.istos.verification.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

import io.istos.verification.history.Operation.Action;
import io.istos.verification.history.Operation.Answer;

import static org.assertj.core.api.Assertions.assertThat;

class LinearizabilityTests {

	private static final long TTL = Scope.TTL.toMillis();

	private final List<Operation> history = new ArrayList<>();

	@Test
	void oneWinnerWhomAllOthersSeeIsRight() {
		add(0, 10, Action.CLAIM, "b", "a", Answer.NO, 1);
		add(5, 15, Action.CLAIM, "a", "", Answer.YES, 1);
		add(20, 25, Action.CLAIM, "c", "a", Answer.NO, 1);
		assertThat(register()).isEmpty();
	}

	@Test
	void twoWinnersAreNot() {
		add(0, 10, Action.CLAIM, "a", "", Answer.YES, 1);
		add(0, 10, Action.CLAIM, "b", "", Answer.YES, 2);
		assertThat(register()).isPresent();
	}

	@Test
	void aLoserThatSeesAnotherThanTheWinnerIsNot() {
		add(0, 10, Action.CLAIM, "a", "", Answer.YES, 1);
		add(0, 10, Action.CLAIM, "b", "c", Answer.NO, 1);
		assertThat(register()).isPresent();
	}

	@Test
	void aClaimWithoutAnAnswerMayHaveBeenWonAtAnyTime() {
		add(0, 10, Action.CLAIM, "a", "", Answer.UNKNOWN, 0);
		add(20, 30, Action.CLAIM, "b", "a", Answer.NO, 1);
		assertThat(register()).isEmpty();
		this.history.set(1, operation(20, 30, Action.CLAIM, "", "b", "", Answer.YES, 1));
		assertThat(register()).isEmpty();
		add(40, 50, Action.CLAIM, "c", "a", Answer.NO, 1);
		assertThat(register()).isPresent();
	}

	@Test
	void aClaimWithoutAnAnswerIsNotWonBeforeItIsInvoked() {
		add(0, 10, Action.CLAIM, "b", "a", Answer.NO, 1);
		add(20, 30, Action.CLAIM, "a", "", Answer.UNKNOWN, 0);
		assertThat(register()).isPresent();
	}

	@Test
	void updatesThatFollowOneAnotherAreRight() {
		add(0, 10, Action.UPDATE, "b", "a", Answer.YES, 2);
		add(0, 10, Action.UPDATE, "a", "", Answer.YES, 1);
		add(5, 30, Action.GET, "", "a", Answer.YES, 1);
		add(20, 30, Action.DELETE, "", "", Answer.YES, 0);
		add(20, 40, Action.GET, "", "", Answer.NO, 0);
		add(30, 50, Action.UPDATE, "c", "", Answer.YES, 3);
		assertThat(register()).isEmpty();
	}

	@Test
	void aLostUpdateIsNot() {
		add(0, 10, Action.UPDATE, "a", "", Answer.YES, 1);
		add(20, 40, Action.UPDATE, "b", "a", Answer.YES, 2);
		add(20, 40, Action.UPDATE, "c", "a", Answer.YES, 3);
		assertThat(register()).isPresent();
	}

	@Test
	void aReadOfThePastIsNot() {
		add(0, 10, Action.UPDATE, "a", "", Answer.YES, 1);
		add(20, 30, Action.UPDATE, "b", "a", Answer.YES, 2);
		add(40, 50, Action.GET, "", "a", Answer.YES, 1);
		assertThat(register()).isPresent();
		this.history.set(2, operation(25, 50, Action.GET, "", "", "a", Answer.YES, 1));
		assertThat(register()).isEmpty();
	}

	@Test
	void aVersionThatStaysOrThatNobodyWroteIsNot() {
		add(0, 10, Action.UPDATE, "a", "", Answer.YES, 1);
		add(20, 30, Action.GET, "", "a", Answer.YES, 2);
		assertThat(register()).isPresent();
		this.history.set(1, operation(20, 30, Action.UPDATE, "", "b", "a", Answer.YES, 1));
		assertThat(register()).isPresent();
	}

	@Test
	void anUpdateWithoutAnAnswerWritesOverWhatItSawOrNothing() {
		add(0, 10, Action.UPDATE, "a", "", Answer.YES, 1);
		add(20, 30, Action.UPDATE, "b", "a", Answer.UNKNOWN, 0);
		add(40, 50, Action.GET, "", "a", Answer.YES, 1);
		add(60, 70, Action.GET, "", "b", Answer.YES, 2);
		add(80, 90, Action.GET, "", "b", Answer.YES, 2);
		assertThat(register()).isEmpty();
		this.history.set(1, operation(20, 30, Action.UPDATE, "", "b", "", Answer.UNKNOWN, 0));
		assertThat(register()).isPresent();
	}

	@Test
	void periodsThatFollowOneAnotherAreRight() {
		lease(0, 2, Action.ACQUIRE, "h", "", "", Answer.YES, 1);
		lease(3, 4, Action.ACQUIRE, "i", "", "", Answer.NO, 0);
		lease(5, 6, Action.WRITE, "h", "a", "", Answer.YES, 0);
		lease(7, 8, Action.COOPERATE, "", "b", "a", Answer.YES, 0);
		lease(9, 10, Action.RENEW, "h", "", "b", Answer.YES, 0);
		lease(10 + TTL, 20 + TTL, Action.ACQUIRE, "j", "", "b", Answer.TAKEN_OVER, 2);
		lease(21 + TTL, 22 + TTL, Action.RELEASE, "h", "", "", Answer.NO, 0);
		lease(23 + TTL, 24 + TTL, Action.CHANGE, "j", "c", "b", Answer.YES, 0);
		lease(25 + TTL, 26 + TTL, Action.RELEASE, "j", "", "", Answer.YES, 0);
		lease(27 + TTL, 28 + TTL, Action.COOPERATE, "", "d", "-", Answer.NO, 0);
		lease(29 + TTL, 30 + TTL, Action.ACQUIRE, "k", "", "c", Answer.YES, 3);
		assertThat(scope()).isEmpty();
	}

	@Test
	void aStaleWriteThatIsAcceptedIsNot() {
		lease(0, 2, Action.ACQUIRE, "h", "", "", Answer.YES, 1);
		lease(100, 102, Action.ACQUIRE, "i", "", "", Answer.TAKEN_OVER, 2);
		lease(103, 104, Action.WRITE, "h", "a", "", Answer.YES, 0);
		assertThat(scope()).isPresent();
	}

	@Test
	void aWriteThatTheHolderIsRefusedIsNot() {
		lease(0, 2, Action.ACQUIRE, "h", "", "", Answer.YES, 1);
		lease(103, 104, Action.WRITE, "h", "a", "", Answer.NO, 0);
		assertThat(scope()).isPresent();
	}

	@Test
	void twoHoldersAreNot() {
		lease(0, 2, Action.ACQUIRE, "h", "", "", Answer.YES, 1);
		lease(0, 2, Action.ACQUIRE, "i", "", "", Answer.YES, 2);
		assertThat(scope()).isPresent();
	}

	@Test
	void aTakeOverBeforeTheDeadlineIsNot() {
		lease(0, 2, Action.ACQUIRE, "h", "", "", Answer.YES, 1);
		lease(20, 22, Action.RENEW, "h", "", "", Answer.YES, 0);
		lease(30, 2 + TTL, Action.ACQUIRE, "i", "", "", Answer.TAKEN_OVER, 2);
		assertThat(scope()).isPresent();
	}

	@Test
	void anEpochThatIsNotGreaterIsNot() {
		lease(0, 2, Action.ACQUIRE, "h", "", "", Answer.YES, 5);
		lease(3, 4, Action.RELEASE, "h", "", "", Answer.YES, 0);
		lease(5, 6, Action.ACQUIRE, "i", "", "", Answer.YES, 5);
		assertThat(scope()).isPresent();
	}

	@Test
	void aLostCooperativeWriteIsNot() {
		lease(0, 2, Action.ACQUIRE, "h", "", "", Answer.YES, 1);
		lease(3, 4, Action.COOPERATE, "", "a", "", Answer.YES, 0);
		lease(5, 6, Action.CHANGE, "h", "b", "", Answer.YES, 0);
		assertThat(scope()).isPresent();
	}

	@Test
	void anAcquisitionWithoutAnAnswerMayKeepOthersOff() {
		lease(0, 2, Action.ACQUIRE, "h", "", "", Answer.UNKNOWN, 0);
		lease(3, 4, Action.ACQUIRE, "i", "", "", Answer.NO, 0);
		lease(100, 102, Action.ACQUIRE, "j", "", "", Answer.TAKEN_OVER, 2);
		assertThat(scope()).isEmpty();
	}

	@Test
	void operationsSurviveTheirWayAsText() {
		Operation operation = operation(1, 2, Action.CHANGE, "h", "a", "", Answer.TAKEN_OVER, 7);
		assertThat(Operation.of(operation.line())).isEqualTo(operation);
	}

	private void add(long invoked, long returned, Action action, String value, String seen, Answer answer,
			long number) {
		this.history.add(operation(invoked, returned, action, "", value, seen, answer, number));
	}

	private void lease(long invoked, long returned, Action action, String handle, String value, String seen,
			Answer answer, long number) {
		this.history.add(operation(invoked, returned, action, handle, value, seen, answer, number));
	}

	private static Operation operation(long invoked, long returned, Action action, String handle, String value,
			String seen, Answer answer, long number) {
		return new Operation("key", action, TimeUnit.MILLISECONDS.toNanos(invoked),
				TimeUnit.MILLISECONDS.toNanos(returned), handle, value, seen, answer, number);
	}

	private Optional<String> register() {
		return Linearizability.violation(this.history, Register.ABSENT);
	}

	private Optional<String> scope() {
		return Linearizability.violation(this.history, Scope.FREE);
	}

}
