package io.istos.storage.postgres;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import io.istos.ClaimLostException;
import io.istos.StorageUnavailableException;
import io.istos.storage.Claim;
import io.istos.storage.ClaimKey;
import io.istos.storage.ClaimRequest;
import io.istos.storage.ClaimState;
import io.istos.storage.ClaimStore;
import io.istos.storage.ClaimToken;
import io.istos.storage.Completion;
import io.istos.storage.LedgerTransaction;
import io.istos.storage.Outcome;
import io.istos.storage.Release;
import io.istos.storage.Renewal;

/**
 * Claims in PostgreSQL.
 */
final class PostgresClaims implements ClaimStore {

	private final Questions questions;

	private final OwnClaims own;

	private final LedgerClaims inTransaction;

	private final OutcomeStatements outcomes;

	private final LedgerConnection ledger;

	private final Duration lockTimeout;

	PostgresClaims(Questions questions, OwnSteps steps, LedgerConnection ledger, Duration lockTimeout) {
		this.questions = questions;
		this.own = new OwnClaims(steps);
		this.inTransaction = new LedgerClaims(ledger, steps.sql());
		this.outcomes = new OutcomeStatements(steps.sql(), steps.combined());
		this.ledger = ledger;
		this.lockTimeout = lockTimeout;
	}

	@Override
	public Claim claimProcessed(ClaimRequest request) {
		ClaimRequest checked = Storable.checked(request);
		return this.questions.ask(of("claim", request.key().operation()),
				() -> Persistence.quick(() -> this.own.claim(checked)).orElseGet(PostgresClaims::contended));
	}

	@Override
	public Claim claimProcessed(ClaimRequest request, LedgerTransaction transaction) {
		ClaimRequest checked = Storable.checked(request);
		return this.questions.ask(of("claim", request.key().operation()),
				() -> Persistence.quick(() -> this.inTransaction.claim(checked)).orElseGet(PostgresClaims::contended));
	}

	private static String of(String what, String operation) {
		return what + " operation '" + operation + "'";
	}

	private static Claim contended() {
		return new Claim(ClaimState.IN_FLIGHT, 0, 0, null, ClaimReader.SOONEST_RETRY, null);
	}

	@Override
	public boolean lockClaim(ClaimToken token, LedgerTransaction transaction) {
		return this.questions.ask(of("lock the claim of", token.key().operation()),
				() -> this.inTransaction.lock(token));
	}

	@Override
	public boolean markProcessed(Completion completion) {
		Completion checked = Storable.checked(completion);
		return this.questions.ask(of("complete", completion.token().key().operation()),
				() -> Persistence.patient(() -> this.own.complete(checked), this.lockTimeout));
	}

	@Override
	public void markProcessed(List<Completion> completions, LedgerTransaction transaction) {
		List<Completion> checked = completions.stream().map(Storable::checked).toList();
		String operations = String.join("', '",
				completions.stream().map((completion) -> completion.token().key().operation()).distinct().toList());
		try {
			this.questions.tell(of("complete", operations), () -> this.inTransaction.complete(checked));
		}
		catch (StorageUnavailableException ex) {
			throw SqlStates.isDivisionByZero(ex.getCause()) ? lost(operations, ex) : ex;
		}
	}

	private static ClaimLostException lost(String operations, StorageUnavailableException ex) {
		return new ClaimLostException(
				"The claim of operation '" + operations
						+ "' was lost: it lapsed and was taken over, or its row is gone. The transaction can't commit.",
				ex.getCause());
	}

	@Override
	public Release.Answer releaseClaim(Release release) {
		Release checked = Storable.checked(release);
		return this.questions.ask(of("release", release.token().key().operation()), () -> this.own.release(checked));
	}

	@Override
	public List<Renewal.Answer> renewClaims(List<Renewal> renewals) {
		if (renewals.isEmpty()) {
			return List.of();
		}
		return this.questions.ask(of("renew", renewals.get(0).token().key().operation()),
				() -> this.own.renew(renewals));
	}

	@Override
	public Optional<Outcome> checkProcessed(ClaimKey key) {
		return this.questions.ask(of("look up the outcome of", key.operation()), () -> this.outcomes.check(key));
	}

	@Override
	public int purgeClaims(int batchSize) {
		return this.questions.ask("purge outcomes", () -> this.outcomes.purge(batchSize));
	}

	@Override
	public boolean readsFromSnapshot(LedgerTransaction transaction) {
		TransactionIsolation isolation = transaction.participant(TransactionIsolation.class, TransactionIsolation::new);
		return this.questions.ask("ask for the isolation of the transaction", () -> isolation.isSnapshot(this.ledger));
	}

	int waiting() {
		return this.own.waiting();
	}

}
