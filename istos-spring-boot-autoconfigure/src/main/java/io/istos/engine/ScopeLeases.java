package io.istos.engine;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.istos.Fence;
import io.istos.Fencing;
import io.istos.InvalidOptionException;
import io.istos.LeaseEvent;
import io.istos.LeaseListener;
import io.istos.ScopeBusyException;
import io.istos.storage.ScopeKey;
import io.istos.transaction.ExpectedTransaction;
import io.istos.transaction.OpenTransaction;

/**
 * Runs work under leases: the engine behind {@link io.istos.ScopeLease}, and the door for
 * code that annotations don't reach. Shares renewal and shutdown with the durable
 * operations. Thread-safe.
 */
public final class ScopeLeases {

	private static final Log logger = LogFactory.getLog(ScopeLeases.class);

	private static final String BY_HAND = "ScopeLeases";

	private final Upkeep upkeep;

	private final Duration ttl;

	private final LeaseListener listener;

	private final Acquirer acquirer;

	private final KeptLeases kept;

	private final Set<AcquiredLease> byHand = ConcurrentHashMap.newKeySet();

	private final Fence fence;

	/**
	 * Create an engine.
	 * @param operations the engine to share renewal and shutdown with
	 * @param ttl the default ttl
	 * @param listener is told what happens to leases
	 */
	public ScopeLeases(DurableOperations operations, Duration ttl, LeaseListener listener) {
		this.upkeep = operations.upkeep();
		this.ttl = Objects.requireNonNull(LeaseOptions.defaults().withTtl(ttl).ttl());
		this.listener = listener;
		this.acquirer = new Acquirer(this.upkeep, this::acquired);
		this.kept = new KeptLeases(this.upkeep, this.acquirer, this::tell);
		this.fence = new CurrentFence(this.upkeep);
		this.upkeep.transactions().onOpened(this::opened);
		this.upkeep.closing().add(this::close);
	}

	/**
	 * The ttl of leases whose options have none.
	 * @return the default ttl
	 */
	public Duration ttl() {
		return this.ttl;
	}

	/**
	 * Run work if its scope is free, or gets free while the options have it waited for.
	 * @param scope the scope
	 * @param options how it is leased
	 * @param work the work
	 * @return {@code false} if the scope was busy, so that the work did not run
	 */
	public boolean run(String scope, LeaseOptions options, Runnable work) {
		return Boolean.TRUE.equals(Unchecked.run(() -> {
			work.run();
			return true;
		}, (body) -> execute(BY_HAND, () -> call(scope, options), body, (busy) -> false)));
	}

	/**
	 * Run work under a lease.
	 * @param scope the scope
	 * @param options how it is leased
	 * @param work the work
	 * @param <R> the type of its result
	 * @return its result
	 * @throws io.istos.ScopeBusyException if the scope was busy, so that the work did not
	 * run
	 * @throws Exception what the work throws
	 */
	public <R> @Nullable R call(String scope, LeaseOptions options, Callable<? extends @Nullable R> work)
			throws Exception {
		return Unchecked.call(work, (body) -> execute(BY_HAND, () -> call(scope, options), body, (busy) -> {
			throw busy;
		}));
	}

	private static LeaseCall call(String scope, LeaseOptions options) {
		return new LeaseCall(scope, options, ExpectedTransaction.CURRENT, false);
	}

	/**
	 * Acquire a lease to be closed by hand, at the latest by the shutdown.
	 * @param scope the scope
	 * @param options how it is leased; not to be kept
	 * @return the lease, or empty if the scope was busy
	 */
	public Optional<AcquiredLease> tryAcquire(String scope, LeaseOptions options) {
		if (options.keep()) {
			throw new InvalidOptionException("A lease that is acquired by hand is kept until it is closed:"
					+ " 'keep' means nothing for scope '" + scope + "'", "Remove keep");
		}
		ScopeKey key = this.upkeep.keys().scope(scope);
		enter(scope);
		try {
			Grant grant = acquire(key, options);
			return (grant.lease() != null) ? Optional.of(byHand(grant.lease(), options, grant.giveUp()))
					: Optional.empty();
		}
		finally {
			this.upkeep.running().leave();
		}
	}

	private AcquiredLease byHand(HeldLease lease, LeaseOptions options, Runnable giveUp) {
		LeaseUse use = new LeaseUse(this.upkeep, lease, options, (ended) -> {
			giveUp.run();
			this.byHand.remove(ended);
		});
		this.byHand.add(use);
		return use;
	}

	/**
	 * Run a call, as its annotation says.
	 * @param method names the method; the same for all its scopes
	 * @param source makes the call
	 * @param body what to run under the lease
	 * @param busy answers if the scope is busy
	 * @return the result of the body, or the answer
	 * @throws Throwable what the body or the answer throws, or why neither ran
	 */
	public @Nullable Object execute(String method, LeaseCall.Source source, LeaseCall.Body body, LeaseCall.Busy busy)
			throws Throwable {
		Watch<LeaseOutcome> watch = this.upkeep.listener().leasedCall(method);
		try {
			return new WatchedLease(watch).execute(() -> enter(source.call()), body, busy);
		}
		finally {
			watch.returned();
		}
	}

	private WatchedLease.Entered enter(LeaseCall call) {
		ScopeKey key = this.upkeep.keys().scope(call.scope());
		OpenTransaction callers = callers(call);
		enter(call.scope());
		Grant grant = null;
		try {
			grant = grant(key, call.options());
		}
		finally {
			if (grant == null || grant.lease() == null) {
				this.upkeep.running().leave();
			}
		}
		if (grant.lease() == null) {
			return new WatchedLease.Entered(call, null, callers, busy(key, grant.retryAfter()));
		}
		Runnable giveUp = grant.giveUp();
		LeaseUse use = new LeaseUse(this.upkeep, grant.lease(), call.options(), (ended) -> {
			giveUp.run();
			this.upkeep.running().leave();
		});
		return new WatchedLease.Entered(call, use, callers, null);
	}

	// Refused before anything is acquired.
	private @Nullable OpenTransaction callers(LeaseCall call) {
		boolean current = call.expected() == ExpectedTransaction.CURRENT;
		OpenTransaction callers = current ? this.upkeep.transactions().current() : null;
		if (callers != null && call.options().fencing() == Fencing.COMMIT) {
			FencesInTransaction.of(callers, this.upkeep).refuseOldSnapshot(call.scope());
		}
		return callers;
	}

	private void enter(String scope) {
		this.upkeep.running().enter("The method leased on scope '" + scope + "'");
	}

	private Grant grant(ScopeKey key, LeaseOptions options) {
		LeaseUse joined = LeaseContext.find((use) -> use.isOf(this.upkeep) && use.isOn(key));
		return (joined != null) ? Grant.shared(joined.lease()) : acquire(key, options);
	}

	private Grant acquire(ScopeKey key, LeaseOptions options) {
		Duration lease = Objects.requireNonNullElse(options.ttl(), this.ttl);
		if (options.keep()) {
			return this.kept.acquire(key, lease, options.waitAtMost());
		}
		Grant grant = this.acquirer.acquire(key, lease, options.waitAtMost());
		HeldLease acquired = grant.lease();
		return (acquired != null) ? Grant.of(acquired, () -> this.acquirer.release(acquired, options.holdAtLeast()))
				: grant;
	}

	private static ScopeBusyException busy(ScopeKey key, Duration retryAfter) {
		return new ScopeBusyException("Scope '" + key.scope() + "' is busy: the method did not run. Its lease ends in "
				+ retryAfter.toMillis() + " ms unless it is renewed; let the method wait (waitAtMost), or call again",
				retryAfter);
	}

	/**
	 * Speaks for the innermost lease that the current thread works under.
	 * @return the bean to publish
	 */
	public Fence fence() {
		return this.fence;
	}

	// --- what others tell

	private void opened(OpenTransaction transaction) {
		if (LeaseContext.capture() == null) {
			return;
		}
		FencesInTransaction fences = FencesInTransaction.of(transaction, this.upkeep);
		LeaseContext.find((use) -> {
			if (use.isOf(this.upkeep)) {
				fences.add(use);
			}
			return false;
		});
		fences.begun();
	}

	private void acquired(HeldLease lease) {
		lease.addLossListener(this.upkeep.listener()::leaseLost);
		lease.addLossListener(
				(reason) -> tell(new LeaseEvent.Lost(lease.token().key().scope(), lease.token().epoch(), reason)));
	}

	private void tell(LeaseEvent event) {
		try {
			this.listener.onLeaseEvent(event);
		}
		catch (RuntimeException ex) {
			logger.error("A listener failed at " + event, ex);
		}
	}

	private void close() {
		this.byHand.forEach(AcquiredLease::close);
		this.kept.close();
	}

}
