package io.istos.engine;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;

import io.istos.Fence;
import io.istos.LeaseListener;

/**
 * Runs work under leases: the engine behind {@link io.istos.ScopeLease}, and the door for
 * code that annotations don't reach. Shares renewal and shutdown with the durable
 * operations. Thread-safe.
 */
public final class ScopeLeases {

	/**
	 * Create an engine.
	 * @param operations the engine to share renewal and shutdown with
	 * @param ttl the default ttl
	 * @param listener is told what happens to leases
	 */
	public ScopeLeases(DurableOperations operations, Duration ttl, LeaseListener listener) {
	}

	/**
	 * Run work if its scope is free, or gets free while the options have it waited for.
	 * @param scope the scope
	 * @param options how it is leased
	 * @param work the work
	 * @return {@code false} if the scope was busy, so that the work did not run
	 */
	public boolean run(String scope, LeaseOptions options, Runnable work) {
		throw new UnsupportedOperationException();
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
	public <R> R call(String scope, LeaseOptions options, Callable<R> work) throws Exception {
		throw new UnsupportedOperationException();
	}

	/**
	 * Acquire a lease to be closed by hand.
	 * @param scope the scope
	 * @param options how it is leased; not to be kept
	 * @return the lease, or empty if the scope was busy
	 */
	public Optional<AcquiredLease> tryAcquire(String scope, LeaseOptions options) {
		throw new UnsupportedOperationException();
	}

	/**
	 * Run a call, as its annotation says.
	 * @param call the call
	 * @param body what to run under the lease
	 * @param busy answers if the scope is busy
	 * @return the result of the body, or the answer
	 * @throws Throwable what the body or the answer throws, or why neither ran
	 */
	public @Nullable Object execute(LeaseCall call, LeaseCall.Body body, LeaseCall.Busy busy) throws Throwable {
		throw new UnsupportedOperationException();
	}

	/**
	 * Speaks for the innermost lease that the current thread works under.
	 * @return the bean to publish
	 */
	public Fence fence() {
		throw new UnsupportedOperationException();
	}

}
