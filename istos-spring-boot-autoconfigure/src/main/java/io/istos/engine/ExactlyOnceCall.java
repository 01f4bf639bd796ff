package io.istos.engine;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

import io.istos.Boundary;
import io.istos.storage.ClaimKey;
import io.istos.storage.Completion;
import io.istos.storage.LedgerTransaction;
import io.istos.storage.Outcome;
import io.istos.transaction.OpenTransaction;

/**
 * One exactly-once call, from its claim to its end. The database's commit decides: in a
 * transaction on the ledger the outcome is written with it, else by what the body
 * returned or threw.
 */
final class ExactlyOnceCall implements DurableInvocation {

	private final ExactlyOnce.Tools tools;

	private final OperationSpec spec;

	private final CallRequest request;

	private final CallClaim claim;

	private final @Nullable OpenTransaction callers;

	private final Thread thread = Thread.currentThread();

	private final CompletableFuture<@Nullable Void> ended = new CompletableFuture<>();

	private final Watch<CallOutcome> watch;

	private @Nullable Attempt attempt;

	private boolean replayed;

	private boolean left;

	ExactlyOnceCall(ExactlyOnce.Tools tools, OperationSpec spec, CallRequest request, CallClaim claim,
			@Nullable OpenTransaction callers, Watch<CallOutcome> watch) {
		this.tools = tools;
		this.spec = spec;
		this.request = request;
		this.claim = claim;
		this.callers = callers;
		this.watch = watch;
	}

	@Nullable Object execute(Around around) throws Throwable {
		this.tools.running().enter("Operation '" + this.spec.name() + "'");
		Outcome known;
		try {
			known = claimBefore();
		}
		catch (Throwable ex) {
			end(ex);
			throw ex;
		}
		if (known != null) {
			this.replayed = true;
			end(null);
			return this.spec.replay(known);
		}
		return run(around);
	}

	private @Nullable Object run(Around around) throws Throwable {
		Object returned;
		try {
			returned = around.run(this);
		}
		catch (Throwable ex) {
			if (conclude(ex)) {
				return Objects.requireNonNull(this.attempt).resultOrThrow();
			}
			throw ex;
		}
		if (this.spec.asynchronous() && this.attempt != null && returned instanceof CompletionStage<?> stage) {
			return new StageConclusion(this, this.attempt, stage).result();
		}
		conclude(null);
		return returned;
	}

	// --- claiming

	private @Nullable Outcome claimBefore() {
		if (!isJoined()) {
			Outcome known = this.claim.own(this.request);
			if (known == null) {
				this.tools.running().claimed(this);
			}
			return known;
		}
		return (this.callers != null) ? claimIn(this.callers) : null;
	}

	private @Nullable Outcome claimIn(OpenTransaction transaction) {
		Outcome known = this.claim.inTransaction(transaction);
		if (known == null) {
			begin(transaction);
		}
		return known;
	}

	// --- running

	@Override
	public @Nullable Object within(Body body) throws Throwable {
		OpenTransaction transaction = TransactionRules.bodys(this.tools.transactions(), this.spec, this.request);
		if (!this.claim.isHeld()) {
			Outcome known = claimInside(Objects.requireNonNull(transaction));
			if (known != null) {
				this.replayed = true;
				return this.spec.replay(known);
			}
		}
		Attempt current = begin(transaction);
		if (!isJoined()) {
			claim().requireLease(this.tools.ticker().nanos());
		}
		if (transaction != null && transaction != this.callers && !isJoined()) {
			lockInSnapshot(transaction);
		}
		return current.run(body, this.tools.stack());
	}

	private @Nullable Outcome claimInside(OpenTransaction transaction) {
		TransactionRules.refuseSnapshot(this.tools.store(), this.spec, transaction);
		return claimIn(transaction);
	}

	private Attempt begin(@Nullable LedgerTransaction transaction) {
		Attempt next = this.attempt;
		if (next != null && next.isStarted() && !isJoined()) {
			// A former commit may have stopped it.
			this.tools.renewals().add(claim());
		}
		if (next == null || next.isStarted()) {
			next = new Attempt(this, this.spec, transaction);
			this.attempt = next;
			if (transaction != null) {
				CallsInTransaction.of(transaction, this.tools.store()).add(next);
			}
		}
		return next;
	}

	// The snapshot would hide a take-over from the completion: the row lock stands in for
	// renewal.
	private void lockInSnapshot(OpenTransaction transaction) {
		if (this.tools.store().readsFromSnapshot(transaction)
				&& !this.tools.store().lockClaim(claim().token(), transaction)) {
			throw claim().lostBeforeItsBody("it was taken over, or its row is gone");
		}
	}

	// --- ending

	/**
	 * End the call, unless the caller's transaction is still to decide.
	 * @return whether a commit succeeded after all, although it threw
	 */
	boolean conclude(@Nullable Throwable thrown) {
		if (this.attempt != null && this.attempt.isPending()) {
			this.left = true;
			return false;
		}
		Throwable failure = thrown;
		try {
			return this.claim.isHeld() && this.tools.ending().conclude(this.spec, claim(), this.attempt, thrown);
		}
		catch (RuntimeException | Error ex) {
			failure = ex;
			throw ex;
		}
		finally {
			end(failure);
		}
	}

	/**
	 * The transaction of an attempt ended. If it was the caller's, it decides now.
	 */
	void transactionEnded(Attempt decided) {
		if (this.left && decided == this.attempt && !this.ended.isDone()) {
			try {
				this.tools.ending().concludeAfterTransaction(this.spec, claim(), decided);
			}
			finally {
				end(decided.failure());
			}
		}
	}

	private void end(@Nullable Throwable failure) {
		if (this.ended.complete(null)) {
			stopRenewing();
			this.tools.running().unclaimed(this);
			this.tools.running().leave();
			tell(outcome(failure), failure);
		}
	}

	private void tell(CallOutcome outcome, @Nullable Throwable failure) {
		if (outcome == CallOutcome.LOST && this.attempt != null && this.attempt.isStarted()) {
			this.tools.listener().completionRefused(this.spec.name());
		}
		this.watch.ended(outcome, failure);
	}

	private CallOutcome outcome(@Nullable Throwable failure) {
		if (this.replayed) {
			return this.claim.hasWaited() ? CallOutcome.WAITED : CallOutcome.REPLAYED;
		}
		CallOutcome decided = this.claim.isHeld() ? claim().outcome() : CallOutcome.refused(failure);
		// The rollback took a joined claim with it.
		return (decided != null) ? decided : CallOutcome.FAILED;
	}

	void stopRenewing() {
		if (this.claim.isHeld()) {
			this.tools.renewals().remove(claim());
		}
	}

	// --- what its transaction asks

	/**
	 * Whether the outcome of an attempt is the call's.
	 */
	boolean isDecidedBy(Attempt candidate) {
		return candidate == this.attempt && candidate.isStarted() && candidate.isPending();
	}

	Completion completion(Attempt decided) {
		return new Completion(claim().token(), decided.outcome(), this.spec.retention());
	}

	/**
	 * What is known within the transaction that is going to complete the call.
	 */
	Outcome known(Attempt earlier, @Nullable String fingerprint) {
		String own = this.request.fingerprint();
		if (own != null && fingerprint != null && !own.equals(fingerprint)) {
			throw Claimer.reused(key());
		}
		return earlier.outcome();
	}

	// --- what others ask

	ClaimKey key() {
		return this.claim.key();
	}

	HeldClaim claim() {
		return this.claim.held();
	}

	CompletableFuture<@Nullable Void> ended() {
		return this.ended;
	}

	boolean isOnThread(Thread candidate) {
		return this.thread == candidate && !this.spec.asynchronous();
	}

	private boolean isJoined() {
		return this.spec.options().boundary() == Boundary.JOINED;
	}

}
