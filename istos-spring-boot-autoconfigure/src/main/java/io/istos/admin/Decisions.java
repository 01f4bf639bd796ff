package io.istos.admin;

import java.time.Duration;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import io.istos.engine.DurableOperation;
import io.istos.engine.DurableOperations;
import io.istos.storage.ClaimDecision;
import io.istos.storage.ClaimView;
import io.istos.storage.DecisionAnswer;
import io.istos.storage.LeasedScope;
import io.istos.storage.Outcome;

/**
 * Decides about one claim or lease. Looks first: what is entered in the event log as the
 * state before is what the decision was carried out about, or it is refused.
 */
final class Decisions {

	/** No class has this name, so it is replayed as a recorded failure. */
	private static final String FAILURE_TYPE = "FailedByDecision";

	private final Finding finding;

	private final DurableOperations operations;

	private final Audit audit;

	private final Duration retention;

	Decisions(Finding finding, DurableOperations operations, Audit audit, Duration retention) {
		this.finding = finding;
		this.operations = operations;
		this.audit = audit;
		this.retention = retention;
	}

	Decided complete(ClaimTarget target, @Nullable String json, Author author) {
		ClaimView view = look(Verb.COMPLETE, target);
		DurableOperation<?> operation = this.operations.find(view.key().operation()).orElseThrow(() -> undefined(view));
		return decide(Verb.COMPLETE, view, operation.outcome(json), author);
	}

	Decided fail(ClaimTarget target, String message, Author author) {
		ClaimView view = look(Verb.FAIL, target);
		return decide(Verb.FAIL, view, this.operations.failure(view.key().operation(), FAILURE_TYPE, message), author);
	}

	Decided decide(Verb verb, ClaimTarget target, Author author) {
		ClaimView view = look(verb, target);
		if (verb == Verb.FORGET) {
			author.refuseToTell(Author.word(view.key().key()));
		}
		return decide(verb, view, null, author);
	}

	private ClaimView look(Verb verb, ClaimTarget target) {
		ClaimView view = this.finding.claim(target).orElseThrow(() -> Refusals.unknown(target));
		if (target.epoch() != null && target.epoch() != view.epoch()) {
			throw Refusals.of(verb, view, DecisionAnswer.CHANGED);
		}
		return view;
	}

	private Decided decide(Verb verb, ClaimView view, @Nullable Outcome outcome, Author author) {
		String operation = view.key().operation();
		Decided decided = new Decided(verb.text(), operation, view.status().name(), view.epoch(), author.who(),
				author.reason());
		DecisionAnswer answer = this.finding.store()
			.decide(new ClaimDecision(view.key(), view.epoch(), verb.verdict(), outcome, retention(operation),
					this.audit.entry(verb, decided)));
		if (answer != DecisionAnswer.DONE) {
			ClaimView now = this.finding.store().findClaim(view.key()).orElse(view);
			throw Refusals.of(verb, now, answer);
		}
		this.audit.log(verb, decided);
		return decided;
	}

	Decided endLease(LeaseTarget target, Author author) {
		LeasedScope lease = this.finding.lease(target).orElseThrow(() -> Refusals.unknown(target));
		if (target.epoch() != null && target.epoch() != lease.lease().epoch()) {
			throw Refusals.of(lease, DecisionAnswer.CHANGED);
		}
		Decided decided = new Decided(Verb.END_LEASE.text(), target.scope(), lease.status().name(),
				lease.lease().epoch(), author.who(), author.reason());
		DecisionAnswer answer = this.finding.store()
			.endLease(lease.key(), decided.epoch(), this.audit.entry(Verb.END_LEASE, decided));
		if (answer != DecisionAnswer.DONE) {
			throw Refusals.of(this.finding.lease(target).orElse(lease), answer);
		}
		this.audit.log(Verb.END_LEASE, decided);
		return decided;
	}

	Duration retention(String operation) {
		Optional<Duration> own = this.operations.find(operation).map((known) -> known.options().retention());
		return own.orElse(this.retention);
	}

	private static IllegalArgumentException undefined(ClaimView view) {
		return new IllegalArgumentException("Operation '" + view.key().operation() + "' is not defined by this "
				+ "application, so nobody here knows what its results look like: complete it where it is. "
				+ "If it belongs to a lazy bean, it is defined by its first call");
	}

}
