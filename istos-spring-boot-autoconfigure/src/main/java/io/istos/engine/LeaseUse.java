package io.istos.engine;

import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import io.istos.Fencing;
import io.istos.LeaseLoss;
import io.istos.LeaseLostException;
import io.istos.OnLost;
import io.istos.TransactionRequiredException;
import io.istos.storage.LeaseToken;
import io.istos.storage.ScopeKey;
import io.istos.transaction.OpenTransaction;

/**
 * The use of a lease by one method, or by whoever acquired it by hand. The lease is given
 * up when that has ended, and with it every transaction that holds the lease.
 */
final class LeaseUse implements AcquiredLease {

	private final Upkeep upkeep;

	private final HeldLease lease;

	private final LeaseOptions options;

	private final Consumer<LeaseUse> giveUp;

	private final Workers workers = new Workers();

	private int transactions;

	private boolean ended;

	LeaseUse(Upkeep upkeep, HeldLease lease, LeaseOptions options, Consumer<LeaseUse> giveUp) {
		this.upkeep = upkeep;
		this.lease = lease;
		this.options = options;
		this.giveUp = giveUp;
		if (options.onLost() == OnLost.INTERRUPT) {
			lease.addLossListener(this.workers);
		}
	}

	boolean isOf(Upkeep candidate) {
		return this.upkeep.equals(candidate);
	}

	boolean isOn(ScopeKey key) {
		return this.lease.token().key().equals(key);
	}

	boolean isFenced() {
		return this.options.fencing() == Fencing.COMMIT;
	}

	HeldLease lease() {
		return this.lease;
	}

	void entered(Thread thread) {
		this.workers.entered(thread);
	}

	void left(Thread thread) {
		this.workers.left(thread);
	}

	// --- working

	/**
	 * Run a body under the lease.
	 * @param callers the transaction that the body joins, if any: nobody else acquires
	 * the scope before it ends
	 */
	@Nullable Object within(LeaseCall.Body body, @Nullable OpenTransaction callers) throws Throwable {
		requireLive();
		if (callers == null) {
			return bound(body);
		}
		FencesInTransaction fences = fences(callers);
		fences.join(this);
		try {
			Object result = bound(body);
			if (callers.isOpen()) {
				fences.keep(this);
			}
			return result;
		}
		catch (Throwable ex) {
			if (callers.isOpen()) {
				fences.keepQuietly(this);
			}
			throw ex;
		}
	}

	private @Nullable Object bound(LeaseCall.Body body) throws Throwable {
		LeaseContext outer = LeaseContext.capture();
		LeaseContext.push(this);
		try {
			return body.run();
		}
		finally {
			LeaseContext.set(outer);
		}
	}

	@Override
	public void run(Runnable work) {
		Unchecked.run(() -> {
			work.run();
			return null;
		}, this::here);
	}

	@Override
	public <R> @Nullable R call(Callable<? extends @Nullable R> work) throws Exception {
		return Unchecked.call(work, this::here);
	}

	private @Nullable Object here(LeaseCall.Body body) throws Throwable {
		return within(body, this.upkeep.transactions().current());
	}

	// --- ending

	/**
	 * A transaction is going to hold the lease until it ends.
	 */
	synchronized void transactionEntered() {
		if (this.ended) {
			throw new LeaseLostException("The method that held the lease on scope '" + scope()
					+ "' has ended: work that goes on under it can't commit any more. Let the method wait for it",
					null);
		}
		this.transactions++;
	}

	void transactionLeft() {
		synchronized (this) {
			this.transactions--;
			if (!this.ended || this.transactions > 0) {
				return;
			}
		}
		this.giveUp.accept(this);
	}

	@Override
	public void close() {
		synchronized (this) {
			if (this.ended) {
				return;
			}
			this.ended = true;
			this.lease.removeLossListener(this.workers);
			if (this.transactions > 0) {
				return;
			}
		}
		this.giveUp.accept(this);
	}

	// --- what the work asks

	@Override
	public String scope() {
		return this.lease.token().key().scope();
	}

	@Override
	public long token() {
		return this.lease.token().epoch();
	}

	@Override
	public Optional<LeaseLoss> lost() {
		return Optional.ofNullable(this.lease.loss());
	}

	@Override
	public void check() {
		requireLive();
		if (!this.upkeep.store().holds(leaseToken())) {
			throw lose();
		}
	}

	@Override
	public void holdForUpdate() {
		transaction("holdForUpdate").hold(this);
	}

	@Override
	public void checkpoint(Object value) {
		if (!isFenced()) {
			throw new TransactionRequiredException("A checkpoint of scope '" + scope()
					+ "' is written by the fence of a commit, but commits are not fenced. Choose fence = COMMIT");
		}
		transaction("checkpoint").checkpoint(this, this.upkeep.codec().encode(value, value.getClass()));
	}

	@Override
	public <T> Optional<T> checkpoint(Class<T> type) {
		OpenTransaction transaction = this.upkeep.transactions().current();
		String json = (transaction != null) ? fences(transaction).checkpoint(this) : null;
		if (json == null) {
			json = this.lease.state();
		}
		return (json != null) ? Optional.ofNullable(type.cast(this.upkeep.codec().decode(json, type)))
				: Optional.empty();
	}

	private FencesInTransaction transaction(String what) {
		OpenTransaction transaction = this.upkeep.transactions().current();
		if (transaction == null) {
			throw new TransactionRequiredException(what + " on scope '" + scope()
					+ "' needs an open, writable transaction on the ledger's DataSource. Call it in one");
		}
		return fences(transaction);
	}

	private FencesInTransaction fences(OpenTransaction transaction) {
		return FencesInTransaction.of(transaction, this.upkeep);
	}

	// --- losing

	void requireLive() {
		synchronized (this) {
			if (this.ended) {
				throw new LeaseLostException(
						"The method that held the lease on scope '" + scope()
								+ "' has ended: nothing runs under it any more. Let the method wait for its work",
						null);
			}
		}
		if (this.lease.loss() != null || this.lease.nanosUntilDeadline(this.upkeep.ticker().nanos()) <= 0) {
			throw lose();
		}
	}

	/**
	 * The lease is found lost.
	 */
	LeaseLostException lose() {
		if (this.upkeep.renewals().remove(this.lease)) {
			boolean lapsed = this.lease.nanosUntilDeadline(this.upkeep.ticker().nanos()) <= 0;
			if (lapsed) {
				this.lease.expired();
			}
			else {
				this.lease.lost(LeaseLoss.TAKEN_OVER);
			}
		}
		LeaseLoss loss = this.lease.loss();
		return new LeaseLostException(
				"The lease on scope '" + scope() + "' (epoch " + token() + ") was lost, since "
						+ ((loss != null) ? loss.text() : "it was given up")
						+ ": nothing more is committed under it. Call again; a longer ttl bears longer standstills",
				null);
	}

	private LeaseToken leaseToken() {
		return this.lease.token();
	}

}
