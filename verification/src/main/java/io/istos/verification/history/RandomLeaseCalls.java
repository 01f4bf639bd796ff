package io.istos.verification.history;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

import io.istos.LeaseLostException;
import io.istos.coordination.Coordination;
import io.istos.coordination.StateChange;
import io.istos.coordination.StateLease;
import io.istos.coordination.StateLeaseRequest;
import io.istos.verification.history.Operation.Action;
import io.istos.verification.history.Operation.Answer;
import io.istos.verification.history.Recorder.Answered;
import io.istos.verification.history.Recorder.Asked;

/**
 * Acquires leases, lets many of them lapse, and uses them all the same. Not for more than
 * one thread.
 */
final class RandomLeaseCalls {

	private static final StateLeaseRequest<String> REQUEST = StateLeaseRequest.of(String.class, Scope.TTL);

	private final Map<String, Handle> handles = new HashMap<>();

	private final Coordination coordination;

	private final Recorder recorder;

	private final Names names;

	RandomLeaseCalls(Coordination coordination, Recorder recorder, Names names) {
		this.coordination = coordination;
		this.recorder = recorder;
		this.names = names;
	}

	Answer call(String key) {
		Handle handle = this.handles.get(key);
		if (RandomCalls.random(8) == 0) {
			return cooperate(key);
		}
		return (handle != null) ? use(handle) : acquire(key);
	}

	private Answer acquire(String key) {
		String name = this.names.next();
		return this.recorder.record(new Asked(key, Action.ACQUIRE, name, Operation.NONE), (change) -> {
			Optional<StateLease<String>> lease = this.coordination.lease(key, REQUEST);
			lease.ifPresent((granted) -> this.handles.put(key, new Handle(name, granted)));
			return lease.map(RandomLeaseCalls::acquired).orElse(Answered.of(Answer.NO));
		});
	}

	private static Answered acquired(StateLease<String> lease) {
		return new Answered(lease.takenOver() ? Answer.TAKEN_OVER : Answer.YES, lease.state().orElse(Operation.NONE),
				lease.token());
	}

	private Answer cooperate(String key) {
		return this.recorder.record(new Asked(key, Action.COOPERATE, Operation.NONE, this.names.next()),
				(change) -> Answered
					.of(this.coordination.cooperativeWrite(key, String.class, stateChange(change)).isPresent()
							? Answer.YES : Answer.NO));
	}

	private Answer use(Handle handle) {
		StateLease<String> lease = handle.lease();
		return switch (RandomCalls.random(6)) {
			case 0, 1 -> use(handle, Action.RENEW, (change) -> lease.renew());
			case 2 -> use(handle, Action.WRITE, (change) -> lease.write(change.apply(Operation.NONE)));
			case 3, 4 -> use(handle, Action.CHANGE, (change) -> lease.updateState(stateChange(change)));
			default -> use(handle, Action.RELEASE, (change) -> lease.release());
		};
	}

	private Answer use(Handle handle, Action action, Use use) {
		StateLease<String> lease = handle.lease();
		Asked asked = new Asked(lease.key(), action, handle.name(), this.names.next());
		Answer answer = this.recorder.record(asked, (change) -> {
			try {
				use.with(change);
				return new Answered(Answer.YES, (action == Action.RENEW) ? lease.state().orElse(Operation.NONE) : null,
						0);
			}
			catch (LeaseLostException ex) {
				return Answered.of(Answer.NO);
			}
		});
		// What was lost or given up is used once more now and then.
		if ((answer == Answer.NO || action == Action.RELEASE) && RandomCalls.random(2) == 0) {
			this.handles.remove(lease.key());
		}
		return answer;
	}

	private static StateChange<String> stateChange(UnaryOperator<String> change) {
		return (before) -> change.apply((before != null) ? before : Operation.NONE);
	}

	/**
	 * A use of a lease.
	 */
	private interface Use {

		void with(UnaryOperator<String> change);

	}

	/**
	 * A handle.
	 *
	 * @param name its name in the history
	 * @param lease the lease
	 */
	private record Handle(String name, StateLease<String> lease) {
	}

}
