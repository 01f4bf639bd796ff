package io.istos.engine;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.istos.Boundary;
import io.istos.IstosException;
import io.istos.OnFailure;
import io.istos.UnstorableResultException;
import io.istos.storage.Outcome;
import io.istos.storage.Release;

/**
 * Decides what becomes of a claim whose body has ended, or never began.
 */
final class Ending {

	private static final Log logger = LogFactory.getLog(Ending.class);

	private static final int MAX_ERROR = 1000;

	private final Settlement settlement;

	Ending(Settlement settlement) {
		this.settlement = settlement;
	}

	/**
	 * End a claim.
	 * @param thrown what reaches the caller, if anything was thrown
	 * @return whether the body's transaction committed after all, although it threw
	 */
	boolean conclude(OperationSpec spec, HeldClaim claim, @Nullable Attempt attempt, @Nullable Throwable thrown) {
		if (attempt == null || !attempt.isStarted()) {
			giveUp(spec, claim, Release.Target.FREE, thrown);
			claim.ended(CallOutcome.REFUSED);
			return false;
		}
		if (attempt.isCommitted()) {
			done(claim, attempt);
			return false;
		}
		if (attempt.isInTransaction()) {
			return concludeRollback(spec, claim, attempt, thrown);
		}
		concludeOwn(spec, claim, attempt, thrown);
		return false;
	}

	/**
	 * End a claim that a caller's transaction decided about, when that has ended. Nobody
	 * is there to be told of a failure.
	 */
	void concludeAfterTransaction(OperationSpec spec, HeldClaim claim, Attempt attempt) {
		if (attempt.isCommitted() && attempt.isStarted()) {
			done(claim, attempt);
			return;
		}
		if (attempt.isUncertain() || !attempt.isStarted()) {
			giveUp(spec, claim, target(rolledBack(spec, attempt)), attempt.failure());
		}
		else {
			concludeDefiniteRollback(spec, claim, attempt, null);
		}
	}

	void complete(OperationSpec spec, HeldClaim claim, Outcome outcome) {
		this.settlement.complete(claim, outcome, spec.retention());
		claim.ended((outcome.kind() == Outcome.Kind.FAILURE) ? CallOutcome.RECORDED : CallOutcome.EXECUTED);
	}

	private static void done(HeldClaim claim, Attempt attempt) {
		claim.ended((attempt.failure() != null) ? CallOutcome.RECORDED : CallOutcome.EXECUTED);
	}

	private static CallOutcome givenUp(Release.Target target) {
		return (target == Release.Target.HELD) ? CallOutcome.HELD : CallOutcome.FAILED;
	}

	void hold(OperationSpec spec, HeldClaim claim, Throwable reason) {
		giveUp(spec, claim, Release.Target.HELD, reason);
	}

	private void concludeOwn(OperationSpec spec, HeldClaim claim, Attempt attempt, @Nullable Throwable thrown) {
		if (attempt.failure() == null && thrown != null) {
			// What is around the body failed after it: a commit that is none of ours,
			// perhaps.
			attempt.failed(thrown);
		}
		if (attempt.failure() == null) {
			complete(spec, claim, attempt.outcome());
			return;
		}
		// The work is done, and can't be told from work that is not: never run it again.
		OnFailure meaning = attempt.isUnstorable() ? OnFailure.HOLD
				: spec.options().failures().decide(attempt.failure());
		end(spec, claim, attempt, meaning, thrown);
	}

	private boolean concludeRollback(OperationSpec spec, HeldClaim claim, Attempt attempt, @Nullable Throwable thrown) {
		if (!attempt.isUncertain()) {
			concludeDefiniteRollback(spec, claim, attempt, thrown);
			return false;
		}
		Release release = release(spec, claim, target(rolledBack(spec, attempt)), thrown);
		Release.Answer answer = this.settlement.giveUpUncertain(claim, release, thrown);
		reportLoss(spec, claim, answer);
		if (answer == Release.Answer.COMPLETED) {
			done(claim, attempt);
			return true;
		}
		claim.ended(givenUp(release.target()));
		return false;
	}

	private void concludeDefiniteRollback(OperationSpec spec, HeldClaim claim, Attempt attempt,
			@Nullable Throwable thrown) {
		// The rollback took a joined claim with it.
		if (spec.options().boundary() != Boundary.JOINED) {
			end(spec, claim, attempt, rolledBack(spec, attempt), thrown);
		}
	}

	private void end(OperationSpec spec, HeldClaim claim, Attempt attempt, OnFailure meaning,
			@Nullable Throwable thrown) {
		if (meaning == OnFailure.RECORD) {
			record(spec, claim, attempt, thrown);
		}
		else {
			giveUp(spec, claim, target(meaning), (attempt.failure() != null) ? attempt.failure() : thrown);
		}
	}

	// The failure itself is what the caller must see, as thrown.
	private void record(OperationSpec spec, HeldClaim claim, Attempt attempt, @Nullable Throwable thrown) {
		try {
			complete(spec, claim, attempt.outcome());
		}
		catch (IstosException ex) {
			logger
				.warn("The failure of a call of operation '" + spec.name() + "' was not recorded: " + ex.getMessage());
			if (thrown != null) {
				thrown.addSuppressed(ex);
			}
			if (ex instanceof UnstorableResultException) {
				hold(spec, claim, ex);
			}
		}
	}

	private void giveUp(OperationSpec spec, HeldClaim claim, Release.Target target, @Nullable Throwable failure) {
		reportLoss(spec, claim, this.settlement.giveUp(claim, release(spec, claim, target, failure)));
		claim.ended(givenUp(target));
	}

	// A joined claim that is gone went with its transaction.
	private static void reportLoss(OperationSpec spec, HeldClaim claim, Release.@Nullable Answer answer) {
		if (answer == Release.Answer.NOT_OURS && spec.options().boundary() != Boundary.JOINED) {
			claim.lost("it was taken over, or its row is gone");
		}
	}

	private static Release release(OperationSpec spec, HeldClaim claim, Release.Target target,
			@Nullable Throwable failure) {
		return new Release(claim.token(), target, describe(failure), spec.retention());
	}

	private static OnFailure rolledBack(OperationSpec spec, Attempt attempt) {
		return spec.options().failures().decideRollback(attempt.failure());
	}

	private static Release.Target target(OnFailure meaning) {
		return (meaning == OnFailure.HOLD) ? Release.Target.HELD : Release.Target.FREE;
	}

	private static @Nullable String describe(@Nullable Throwable failure) {
		if (failure == null) {
			return null;
		}
		String text = failure.toString().replaceAll("[\\x00\\p{Cs}]", "?");
		return (text.length() > MAX_ERROR) ? text.substring(0, MAX_ERROR) : text;
	}

}
