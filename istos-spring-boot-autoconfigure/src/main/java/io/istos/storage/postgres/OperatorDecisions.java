package io.istos.storage.postgres;

import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

import io.istos.storage.ClaimDecision;
import io.istos.storage.DecisionAnswer;
import io.istos.storage.OperatorStore.LogWalk;
import io.istos.storage.postgres.DecisionSteps.Ending;
import io.istos.storage.postgres.DecisionSteps.Entered;
import io.istos.storage.postgres.DecisionSteps.Finished;
import io.istos.storage.postgres.DecisionSteps.Prefix;

/**
 * Carries out what people decide. Nothing of it is sent twice: a decision would meet its
 * own effect, and be told that it is not for that. What may read many rows keeps no claim
 * waiting: it goes another way.
 */
final class OperatorDecisions {

	private final OwnTransactions quick;

	private final OwnTransactions lengthy;

	private final StepStatement<ClaimDecision, DecisionAnswer> decide;

	private final StepStatement<ClaimDecision, DecisionAnswer> forget;

	private final StepStatement<Prefix, Integer> forgetClaims;

	private final StepStatement<Prefix, LogWalk> forgetLog;

	private final StepStatement<Finished, Entered> enter;

	private final StepStatement<Ending, DecisionAnswer> end;

	OperatorDecisions(OwnSteps steps, OwnTransactions lengthy) {
		this.quick = steps.combined();
		this.lengthy = lengthy;
		this.decide = StepStatement.own(DecisionSteps.DECIDE, steps.sql());
		this.forget = StepStatement.own(DecisionSteps.FORGET, steps.sql());
		this.forgetClaims = StepStatement.own(DecisionSteps.FORGET_CLAIMS, steps.sql());
		this.forgetLog = StepStatement.own(DecisionSteps.FORGET_LOG, steps.sql());
		this.enter = StepStatement.own(DecisionSteps.IMPORT, steps.sql());
		this.end = StepStatement.own(DecisionSteps.END_LEASE, steps.sql());
	}

	DecisionAnswer decide(ClaimDecision decision) throws SQLException {
		return (decision.verdict() == ClaimDecision.Verdict.FORGET) ? once(this.lengthy, this.forget, decision)
				: once(this.quick, this.decide, decision);
	}

	int forgetClaims(Prefix prefix) throws SQLException {
		return once(this.lengthy, this.forgetClaims, prefix);
	}

	LogWalk forgetLog(Prefix prefix) throws SQLException {
		return once(this.lengthy, this.forgetLog, prefix);
	}

	/**
	 * Enter keys.
	 * @return how many are new; empty: somebody claims one of them, ask again
	 */
	Optional<Integer> enter(List<Finished> finished) throws SQLException {
		List<Entered> entered = this.lengthy.once((connection) -> this.enter.execute(connection, finished));
		return entered.contains(Entered.AGAIN) ? Optional.empty()
				: Optional.of(Collections.frequency(entered, Entered.NEW));
	}

	DecisionAnswer end(Ending ending) throws SQLException {
		return once(this.quick, this.end, ending);
	}

	private static <Q, A> A once(OwnTransactions own, StepStatement<Q, A> statement, Q item) throws SQLException {
		return own.once((connection) -> statement.execute(connection, List.of(item)).get(0));
	}

}
