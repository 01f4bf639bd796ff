package io.istos.storage.postgres;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import io.istos.storage.ClaimDecision;
import io.istos.storage.ClaimKey;
import io.istos.storage.ClaimQuery;
import io.istos.storage.ClaimRequest;
import io.istos.storage.ClaimView;
import io.istos.storage.DecisionAnswer;
import io.istos.storage.LeaseQuery;
import io.istos.storage.LeasedScope;
import io.istos.storage.LedgerStatus;
import io.istos.storage.LedgerSummary;
import io.istos.storage.OperatorStore;
import io.istos.storage.ScopeKey;
import io.istos.storage.postgres.DecisionSteps.Ending;
import io.istos.storage.postgres.DecisionSteps.Finished;
import io.istos.storage.postgres.DecisionSteps.Prefix;

/**
 * What people ask and decide in PostgreSQL.
 */
final class PostgresOperators implements OperatorStore {

	private final Questions questions;

	private final OperatorQueries queries;

	private final OperatorDecisions decisions;

	private final PostgresSettings settings;

	PostgresOperators(Questions questions, OwnSteps steps, OwnTransactions lengthy, PostgresSettings settings) {
		this.questions = questions;
		this.queries = new OperatorQueries(steps, lengthy);
		this.decisions = new OperatorDecisions(steps, lengthy);
		this.settings = settings;
	}

	@Override
	public LedgerStatus status() {
		OperatorSteps.Look look = look();
		if (!look.sound()) {
			this.questions.lookAgain();
			look = look();
		}
		return look.status();
	}

	private OperatorSteps.Look look() {
		return this.questions.ask("look at the store", () -> this.queries.look(this.settings.schema()));
	}

	@Override
	public LedgerSummary summary(String namespace) {
		Storable.checkText("namespace", namespace);
		return this.questions.ask("count the open claims", () -> this.queries.summary(namespace));
	}

	@Override
	public List<ClaimView> findClaims(ClaimQuery query) {
		Storable.checkText("namespace", query.namespace());
		Storable.checkText("operation", query.operation());
		return this.questions.ask("list claims", () -> this.queries.claims(query));
	}

	@Override
	public Optional<ClaimView> findClaim(ClaimKey key) {
		return this.questions.ask("look at a claim of operation '" + key.operation() + "'",
				() -> this.queries.claim(key));
	}

	@Override
	public List<LeasedScope> findLeases(LeaseQuery query) {
		Storable.checkText("namespace", query.namespace());
		return this.questions.ask("list leases", () -> this.queries.leases(query));
	}

	@Override
	public List<OperationName> operations(String namespace) {
		Storable.checkText("namespace", namespace);
		return this.questions.ask("list operations", () -> this.queries.operations(namespace));
	}

	@Override
	public DecisionAnswer decide(ClaimDecision decision) {
		Storable.check(decision);
		return this.questions.ask("decide about a claim of operation '" + decision.key().operation() + "'",
				() -> this.decisions.decide(decision));
	}

	@Override
	public int forgetClaims(OperationName operation, String prefix, int batchSize, String audit) {
		Storable.checkAudit(audit);
		Prefix checked = prefix(operation, prefix, batchSize, audit);
		return this.questions.ask("forget keys of operation '" + operation.operation() + "'",
				() -> this.decisions.forgetClaims(checked));
	}

	@Override
	public LogWalk forgetLog(OperationName operation, String prefix, @Nullable Long beforeId, int batchSize) {
		Prefix checked = prefix(operation, prefix, batchSize, beforeId);
		return this.questions.ask("forget log entries of operation '" + operation.operation() + "'",
				() -> this.decisions.forgetLog(checked));
	}

	private static Prefix prefix(OperationName operation, String prefix, int batchSize, @Nullable Object more) {
		Storable.checkText("namespace", operation.namespace());
		Storable.checkText("operation", operation.operation());
		Storable.checkText("prefix", prefix);
		if (prefix.isEmpty()) {
			throw new IllegalArgumentException("The prefix is empty");
		}
		return new Prefix(operation, prefix, batchSize, more);
	}

	@Override
	public int importFinished(OperationName operation, List<String> keys, Duration retention, String audit) {
		Storable.checkAudit(audit);
		List<Finished> finished = finished(operation, keys, retention, audit);
		return finished.isEmpty() ? 0 : this.questions.ask("enter keys of operation '" + operation.operation() + "'",
				() -> Persistence.patient(() -> this.decisions.enter(finished), this.settings.lockTimeout()));
	}

	private static List<Finished> finished(OperationName operation, List<String> keys, Duration retention,
			String audit) {
		ClaimRequest.checkDuration("retention", retention);
		if (keys.size() > ClaimQuery.MOST) {
			throw new IllegalArgumentException("At most " + ClaimQuery.MOST + " keys at once");
		}
		List<Finished> finished = new ArrayList<>();
		keys.stream()
			.map((key) -> new ClaimKey(operation.namespace(), operation.operation(), key))
			.distinct()
			.sorted()
			.forEach((key) -> finished.add(new Finished(key, retention, finished.isEmpty() ? audit : null)));
		return finished;
	}

	@Override
	public DecisionAnswer endLease(ScopeKey key, @Nullable Long epoch, String audit) {
		Storable.checkAudit(audit);
		Ending ending = new Ending(key, epoch, audit);
		return this.questions.ask("end the lease of scope '" + key.scope() + "'", () -> this.decisions.end(ending));
	}

}
