package io.istos.storage.postgres;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;

import io.istos.storage.Claim;
import io.istos.storage.ClaimRequest;
import io.istos.storage.Completion;
import io.istos.storage.Release;
import io.istos.storage.Renewal;

/**
 * The steps of the protocol that are transactions of their own.
 */
final class OwnClaims {

	private static final int MOST_ITEMS = 128;

	private static final int MOST_CHARACTERS = 1_000_000;

	private static final int KEY_CHARACTERS = 1_000;

	private static final int MOST_RENEWALS = 1_000;

	private final Combiner<ClaimRequest, Optional<Claim>> claims;

	private final Combiner<Completion, Optional<Boolean>> completions;

	private final Combiner<Release, Release.Answer> releases;

	private final StepStatement<Renewal, Renewal.Answer> renewals;

	private final OwnTransactions renewing;

	/**
	 * Create.
	 * @param combined runs what is combined
	 * @param renewing runs renewals
	 */
	OwnClaims(Sql sql, OwnTransactions combined, OwnTransactions renewing, Duration patience) {
		this.claims = combiner(Steps.CLAIM, (request) -> KEY_CHARACTERS, sql, combined, patience);
		this.completions = combiner(Steps.COMPLETE,
				(completion) -> KEY_CHARACTERS + completion.outcome().json().length(), sql, combined, patience);
		this.releases = combiner(Steps.RELEASE, (release) -> KEY_CHARACTERS, sql, combined, patience);
		this.renewals = StepStatement.own(Steps.RENEW, sql);
		this.renewing = renewing;
	}

	private static <Q, A> Combiner<Q, A> combiner(Step<Q, A> step, ToIntFunction<Q> size, Sql sql,
			OwnTransactions transactions, Duration patience) {
		StepStatement<Q, A> statement = StepStatement.own(step, sql);
		return new Combiner<>(new CombinedBatch.Rules<>(step.key(), size, MOST_ITEMS, MOST_CHARACTERS, patience),
				(items) -> transactions.repeatable((connection) -> statement.execute(connection, items.get())));
	}

	int waiting() {
		return this.claims.waiting();
	}

	Optional<Claim> claim(ClaimRequest request) throws SQLException {
		return this.claims.ask(request);
	}

	Optional<Boolean> complete(Completion completion) throws SQLException {
		return this.completions.ask(completion);
	}

	Release.Answer release(Release release) throws SQLException {
		return this.releases.ask(release);
	}

	List<Renewal.Answer> renew(List<Renewal> renewals) throws SQLException {
		List<Integer> order = new ArrayList<>();
		for (int i = 0; i < renewals.size(); i++) {
			order.add(i);
		}
		order.sort(Comparator.comparing((i) -> renewals.get(i).token().key()));
		Renewal.Answer[] answers = new Renewal.Answer[renewals.size()];
		for (int from = 0; from < order.size(); from += MOST_RENEWALS) {
			renew(renewals, order.subList(from, Math.min(from + MOST_RENEWALS, order.size())), answers);
		}
		return List.of(answers);
	}

	private void renew(List<Renewal> renewals, List<Integer> order, Renewal.Answer[] answers) throws SQLException {
		List<Renewal> sorted = order.stream().map(renewals::get).toList();
		List<Renewal.Answer> answered = this.renewing
			.repeatable((connection) -> this.renewals.execute(connection, sorted));
		for (int i = 0; i < answered.size(); i++) {
			answers[order.get(i)] = answered.get(i);
		}
	}

}
