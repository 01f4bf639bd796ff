package io.istos.admin;

import org.jspecify.annotations.Nullable;

import io.istos.storage.ClaimView;
import io.istos.storage.DecisionAnswer;
import io.istos.storage.LeasedScope;

/**
 * Says why a decision was not carried out, and what can be done instead. Keys are never
 * told.
 */
final class Refusals {

	private Refusals() {
	}

	static DecisionRefusedException unknown(ClaimTarget target) {
		String which = (target.operation() != null) ? "claim of operation '" + target.operation() + "' with this key"
				: "open claim with epoch " + target.epoch();
		return new DecisionRefusedException("There is no " + which + ", so there is nothing to decide",
				DecisionAnswer.NOT_FOUND);
	}

	static DecisionRefusedException unknown(LeaseTarget target) {
		return new DecisionRefusedException(
				"There is no lease of scope '" + target.scope() + "', so there is nothing to decide",
				DecisionAnswer.NOT_FOUND);
	}

	static DecisionRefusedException of(Verb verb, ClaimView now, DecisionAnswer answer) {
		String start = "The claim of operation '" + now.key().operation() + "' is not " + verb.past() + ": ";
		return new DecisionRefusedException(start + switch (answer) {
			case LOCKED -> "a transaction is on its row. Ask again when that has ended. It is " + state(now);
			case CHANGED ->
				"it changed since it was looked at. It is " + state(now) + " now. Look again, and decide by that";
			default -> "it is " + state(now) + ". " + remedy(now);
		}, answer);
	}

	private static String state(ClaimView now) {
		String what = switch (now.status()) {
			case FREE -> "free, last claimed at ";
			case RUNNING -> "running since ";
			case ABANDONED -> "abandoned, claimed at ";
			case HELD -> "held, claimed at ";
			case DONE -> "done, claimed at ";
		};
		return what + now.claimedAt() + by(now.instance()) + " (attempt " + now.attempts() + ", epoch " + now.epoch()
				+ ")";
	}

	private static String remedy(ClaimView now) {
		return switch (now.status()) {
			case RUNNING -> "Wait for it, or stop that process: what lapsed, at " + now.deadline()
					+ " unless it is renewed, can be decided";
			case FREE -> "The next call runs";
			case DONE -> "An outcome stands until it is forgotten or its retention is over";
			case ABANDONED, HELD -> "Look again, and decide by that";
		};
	}

	static DecisionRefusedException of(LeasedScope now, DecisionAnswer answer) {
		String state = switch (now.status()) {
			case HELD -> "held since ";
			case LAPSED -> "lapsed, acquired at ";
			case FREE -> "free, last acquired at ";
		} + now.lease().acquiredAt() + by(now.lease().instance()) + " (epoch " + now.lease().epoch() + ")";
		String start = "The lease of scope '" + now.key().scope() + "' is not ended: ";
		return new DecisionRefusedException(start + switch (answer) {
			case LOCKED -> "a transaction holds it, or is on its row. Ask again when that has ended. It is " + state;
			case CHANGED ->
				"it changed since it was looked at. It is " + state + " now. Look again, and decide by that";
			default -> "it is " + state + ". Whoever comes next may acquire it, at " + now.lease().deadline()
					+ " at the latest";
		}, answer);
	}

	private static String by(@Nullable String instance) {
		return (instance != null) ? " by '" + instance + "'" : "";
	}

}
