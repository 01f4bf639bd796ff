package io.istos.verification.history;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

import io.istos.coordination.Coordination;
import io.istos.verification.history.Operation.Action;
import io.istos.verification.history.Operation.Answer;
import io.istos.verification.history.Recorder.Answered;
import io.istos.verification.history.Recorder.Asked;
import io.istos.verification.stress.Pauses;

/**
 * One thread of a node that claims, and works on documents and leases. Keys change with
 * the time, so that all threads meet at a few of them and no history gets long.
 */
final class RandomCalls {

	private static final int PAUSE_MILLIS = 4;

	private static final int OUTAGE_PAUSE_MILLIS = 100;

	private static final int LIFE_MILLIS = 5000;

	private static final int CLAIM_LIFE_MILLIS = 40;

	private static final int WIDTH = 4;

	private final Coordination coordination;

	private final Recorder recorder;

	private final Names names;

	private final RandomLeaseCalls leases;

	RandomCalls(Coordination coordination, Recorder recorder, Names names) {
		this.coordination = coordination;
		this.recorder = recorder;
		this.names = names;
		this.leases = new RandomLeaseCalls(coordination, recorder, names);
	}

	/**
	 * Call again and again.
	 * @param from the time from which the names of the keys count
	 * @param end the time to stop
	 */
	void run(long from, long end) {
		while (System.nanoTime() < end) {
			long age = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - from);
			Answer answer = call(age);
			Pauses.of(random((answer == Answer.UNKNOWN) ? OUTAGE_PAUSE_MILLIS : PAUSE_MILLIS));
		}
	}

	private Answer call(long age) {
		return switch (random(6)) {
			case 0 -> claim("claim-" + Math.max(0, age / CLAIM_LIFE_MILLIS - late(100)));
			case 1, 2 -> document("doc-" + age / LIFE_MILLIS + "-" + random(WIDTH));
			default -> this.leases.call("lease-" + age / LIFE_MILLIS + "-" + random(WIDTH));
		};
	}

	private static int late(int most) {
		return (random(4) == 0) ? random(most) : 0;
	}

	private Answer claim(String key) {
		Asked asked = new Asked(key, Action.CLAIM, Operation.NONE, this.names.next());
		return this.recorder.record(asked, (change) -> {
			var claimed = this.coordination.claim(key, asked.value());
			return new Answered(claimed.won() ? Answer.YES : Answer.NO, claimed.value(), claimed.version());
		});
	}

	private Answer document(String key) {
		var doc = this.coordination.doc(key, String.class);
		return switch (random(5)) {
			case 0, 1 -> this.recorder.record(new Asked(key, Action.GET, Operation.NONE, Operation.NONE),
					(change) -> doc.get()
						.map((read) -> new Answered(Answer.YES, read.value(), read.version()))
						.orElse(new Answered(Answer.NO, Operation.NONE, 0)));
			case 2 -> this.recorder.record(new Asked(key, Action.DELETE, Operation.NONE, Operation.NONE),
					(change) -> Answered.of(doc.delete() ? Answer.YES : Answer.NO));
			default -> this.recorder.record(new Asked(key, Action.UPDATE, Operation.NONE, this.names.next()),
					(change) -> new Answered(Answer.YES, null, doc.update(change, Operation.NONE).version()));
		};
	}

	static int random(int bound) {
		return ThreadLocalRandom.current().nextInt(bound);
	}

}
