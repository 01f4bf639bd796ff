package io.istos.engine;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import io.istos.LeaseLostException;
import io.istos.TransactionRequiredException;
import io.istos.storage.LeaseFence;
import io.istos.storage.LedgerTransaction;
import io.istos.storage.TransactionParticipant;

/**
 * The leases that one transaction commits under. It is fenced just before its commit: if
 * one of them is lost it rolls back, whatever the code in it swallowed.
 */
final class FencesInTransaction implements TransactionParticipant {

	private static final Log logger = LogFactory.getLog(FencesInTransaction.class);

	private final Set<LeaseUse> fenced = new LinkedHashSet<>();

	private final Set<LeaseUse> holding = new LinkedHashSet<>();

	private final Map<HeldLease, LeaseInTransaction> leases = new LinkedHashMap<>();

	private final List<Runnable> undoings = new ArrayList<>();

	private final IdentityHashMap<Object, Integer> savepoints = new IdentityHashMap<>();

	private final LedgerTransaction transaction;

	private final Upkeep upkeep;

	private @Nullable RuntimeException failure;

	private long fencedAt;

	private FencesInTransaction(LedgerTransaction transaction, Upkeep upkeep) {
		this.transaction = transaction;
		this.upkeep = upkeep;
	}

	static FencesInTransaction of(LedgerTransaction transaction, Upkeep upkeep) {
		return transaction.participant(FencesInTransaction.class, () -> new FencesInTransaction(transaction, upkeep));
	}

	/**
	 * Fence the commit, if the use of a lease asks for it.
	 */
	void add(LeaseUse use) {
		if (use.isFenced()) {
			this.fenced.add(use);
		}
	}

	/**
	 * Fence the commit of a transaction that is older than the lease. Its snapshot would
	 * show what others wrote under the scope as it was before.
	 */
	void join(LeaseUse use) {
		if (use.isFenced()) {
			refuseOldSnapshot(use.scope());
		}
		add(use);
	}

	void refuseOldSnapshot(String scope) {
		refuseSnapshot(scope, "began before it and would not see what former holders wrote");
	}

	private void refuseSnapshot(String scope, String reason) {
		if (this.upkeep.store().readsFromSnapshot(this.transaction)) {
			throw new TransactionRequiredException("The lease on scope '" + scope
					+ "' can't serve a REPEATABLE READ or SERIALIZABLE transaction that " + reason
					+ ": it did not run. Use READ COMMITTED, or a transaction that begins under the lease"
					+ " (REQUIRES_NEW)");
		}
	}

	/**
	 * The transaction has just begun. A snapshot would hide from the fence of its commit
	 * what becomes of the lease: the lease is held from the first, and a failure can only
	 * be told at the end, since managers leave a transaction open whose begin fails here.
	 */
	void begun() {
		try {
			Integer isolation = TransactionSynchronizationManager.getCurrentTransactionIsolationLevel();
			boolean mayBeSnapshot = isolation == null || isolation >= TransactionDefinition.ISOLATION_REPEATABLE_READ;
			if (mayBeSnapshot && this.upkeep.store().readsFromSnapshot(this.transaction)) {
				this.fenced.forEach(this::hold);
			}
		}
		catch (RuntimeException ex) {
			this.failure = ex;
		}
	}

	/**
	 * Keep a lease until the transaction ends, although its method ends before.
	 */
	void keep(LeaseUse use) {
		enter(use);
		if (use.isFenced()) {
			hold(use);
		}
	}

	/**
	 * Keep a lease after its method failed. The fence of the commit has the last word.
	 */
	void keepQuietly(LeaseUse use) {
		try {
			keep(use);
		}
		catch (RuntimeException ex) {
			logger.debug("Scope '" + use.scope() + "' can't be held at the end of a method that failed", ex);
		}
	}

	void hold(LeaseUse use) {
		LeaseInTransaction lease = of(use.lease());
		if (lease.held) {
			return;
		}
		use.requireLive();
		enter(use);
		if (!this.upkeep.store().holdForUpdate(use.lease().token(), this.transaction)) {
			throw use.lose();
		}
		lease.held = true;
		this.undoings.add(() -> lease.held = false);
	}

	private void enter(LeaseUse use) {
		if (!this.holding.contains(use)) {
			use.transactionEntered();
			this.holding.add(use);
		}
	}

	void checkpoint(LeaseUse use, String json) {
		refuseSnapshot(use.scope(), "can't see renewals, and so can't save a checkpoint");
		LeaseInTransaction lease = of(use.lease());
		String before = lease.checkpoint;
		this.fenced.add(use);
		lease.checkpoint = json;
		this.undoings.add(() -> lease.checkpoint = before);
	}

	@Nullable String checkpoint(LeaseUse use) {
		return of(use.lease()).checkpoint;
	}

	private LeaseInTransaction of(HeldLease lease) {
		return this.leases.computeIfAbsent(lease, (key) -> new LeaseInTransaction());
	}

	@Override
	public void savepointCreated(Object savepoint) {
		this.savepoints.put(savepoint, this.undoings.size());
	}

	// An unknown savepoint is older than this participant.
	@Override
	public void savepointRolledBack(Object savepoint) {
		int first = this.savepoints.getOrDefault(savepoint, 0);
		for (int i = this.undoings.size() - 1; i >= first; i--) {
			this.undoings.remove(i).run();
		}
	}

	@Override
	public void beforeCommit() {
		try {
			fenceCommit();
		}
		catch (LeaseLostException ex) {
			this.upkeep.listener().fenceRefused();
			throw ex;
		}
	}

	private void fenceCommit() {
		if (this.failure != null) {
			throw this.failure;
		}
		if (!this.fenced.isEmpty()) {
			this.fenced.forEach(this::enter);
			this.fenced.forEach((use) -> requireLiveUnlessHeld(use));
			fence();
		}
	}

	private void requireLiveUnlessHeld(LeaseUse use) {
		if (!of(use.lease()).held) {
			use.requireLive();
		}
	}

	private void fence() {
		this.fencedAt = this.upkeep.ticker().nanos();
		List<LeaseFence> fences = this.fenced.stream().map(LeaseUse::lease).distinct().map(this::fence).toList();
		try {
			this.upkeep.store().fence(fences, this.transaction);
		}
		catch (LeaseLostException ex) {
			if (fences.size() == 1) {
				this.fenced.forEach(LeaseUse::lose);
			}
			throw ex;
		}
	}

	private LeaseFence fence(HeldLease lease) {
		LeaseInTransaction here = of(lease);
		return new LeaseFence(lease.token(), lease.ttl(), here.held, here.checkpoint);
	}

	@Override
	public void completed(End end) {
		this.leases.forEach((lease, here) -> {
			String checkpoint = here.checkpoint;
			if (checkpoint != null && end == End.COMMITTED) {
				lease.saved(checkpoint, this.fencedAt);
			}
			else if (checkpoint != null && end == End.UNKNOWN) {
				lease.perhapsSaved();
			}
		});
		this.holding.forEach(LeaseUse::transactionLeft);
	}

	/** What one transaction does with a lease. */
	private static final class LeaseInTransaction {

		private boolean held;

		private @Nullable String checkpoint;

	}

}
