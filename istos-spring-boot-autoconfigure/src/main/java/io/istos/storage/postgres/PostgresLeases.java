package io.istos.storage.postgres;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

import io.istos.LeaseLostException;
import io.istos.StorageUnavailableException;
import io.istos.storage.Acquisition;
import io.istos.storage.LeaseFence;
import io.istos.storage.LeaseRelease;
import io.istos.storage.LeaseRenewal;
import io.istos.storage.LeaseRequest;
import io.istos.storage.LeaseStore;
import io.istos.storage.LeaseToken;
import io.istos.storage.LeaseView;
import io.istos.storage.LedgerTransaction;
import io.istos.storage.ScopeKey;
import io.istos.storage.StateWrite;

/**
 * Leases in PostgreSQL.
 */
final class PostgresLeases implements LeaseStore {

	private final Questions questions;

	private final OwnLeases own;

	private final LedgerLeases inTransaction;

	private final Duration lockTimeout;

	PostgresLeases(Questions questions, OwnSteps steps, LedgerConnection ledger, Duration lockTimeout) {
		this.questions = questions;
		this.own = new OwnLeases(steps);
		this.inTransaction = new LedgerLeases(ledger, steps.sql());
		this.lockTimeout = lockTimeout;
	}

	@Override
	public Acquisition acquire(LeaseRequest request) {
		LeaseRequest checked = Storable.checked(request);
		return this.questions.ask(of("acquire", request.key().scope()),
				() -> Persistence.quick(() -> this.own.acquire(checked)).orElseGet(PostgresLeases::contended));
	}

	private static String of(String what, String scope) {
		return what + " scope '" + scope + "'";
	}

	private static Acquisition contended() {
		return new Acquisition(null, ClaimReader.SOONEST_RETRY);
	}

	@Override
	public List<LeaseRenewal.Answer> renewLeases(List<LeaseRenewal> renewals) {
		if (renewals.isEmpty()) {
			return List.of();
		}
		return this.questions.ask(of("renew the lease of", renewals.get(0).token().key().scope()),
				() -> this.own.renew(renewals));
	}

	@Override
	public boolean holds(LeaseToken token) {
		return this.questions.ask(of("look at the lease of", token.key().scope()), () -> this.own.holds(token));
	}

	@Override
	public boolean holdForUpdate(LeaseToken token, LedgerTransaction transaction) {
		return this.questions.ask(of("hold the lease of", token.key().scope()), () -> this.inTransaction.hold(token));
	}

	@Override
	public void fence(List<LeaseFence> fences, LedgerTransaction transaction) {
		fences.forEach(Storable::check);
		String scopes = fences.stream().map((fence) -> fence.token().key().scope()).collect(Collectors.joining("', '"));
		try {
			this.questions.tell(of("fence the transaction by", scopes), () -> this.inTransaction.fence(fences));
		}
		catch (StorageUnavailableException ex) {
			throw SqlStates.isDivisionByZero(ex.getCause()) ? lost(fences.size(), scopes, ex) : ex;
		}
	}

	private static LeaseLostException lost(int count, String scopes, StorageUnavailableException ex) {
		String what = (count == 1) ? "The lease of scope '" : "One of the leases of the scopes '";
		return new LeaseLostException(what + scopes
				+ "' was lost: it lapsed, was taken over, or its row is gone. The transaction can't commit; a longer"
				+ " ttl outlasts longer pauses of a process.", ex.getCause());
	}

	@Override
	public LeaseRelease.Answer releaseLease(LeaseRelease release) {
		return this.questions.ask(of("release", release.token().key().scope()), () -> this.own.release(release));
	}

	@Override
	public Optional<LeaseView> findLease(ScopeKey key) {
		return this.questions.ask(of("look at", key.scope()), () -> this.own.find(key));
	}

	@Override
	public StateWrite.Answer writeState(StateWrite write) {
		Storable.check(write);
		return this.questions.ask(of("write the state of", write.token().key().scope()),
				() -> Persistence.patient(() -> this.own.write(write), this.lockTimeout));
	}

	int waiting() {
		return this.own.waiting();
	}

}
