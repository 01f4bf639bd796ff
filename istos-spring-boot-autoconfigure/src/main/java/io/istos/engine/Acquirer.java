package io.istos.engine;

import java.time.Duration;
import java.util.UUID;
import java.util.function.Consumer;

import io.istos.LeaseLostException;
import io.istos.storage.Acquisition;
import io.istos.storage.LeaseRelease;
import io.istos.storage.LeaseRequest;
import io.istos.storage.LeaseToken;
import io.istos.storage.ScopeKey;

/**
 * Acquires leases from the store and gives them up. Whoever waits for a busy scope holds
 * no connection.
 */
final class Acquirer {

	private final Upkeep upkeep;

	private final Consumer<HeldLease> acquired;

	private final ScopeQueues queues = new ScopeQueues();

	/**
	 * Create.
	 * @param acquired sees each lease before it is renewed
	 */
	Acquirer(Upkeep upkeep, Consumer<HeldLease> acquired) {
		this.upkeep = upkeep;
		this.acquired = acquired;
	}

	/**
	 * Acquire a lease, to be given up by {@link #release}.
	 */
	Grant acquire(ScopeKey key, Duration ttl, Duration waitAtMost) {
		Grant first = ask(key, ttl);
		if (first.lease() != null || waitAtMost.isZero()) {
			return first;
		}
		long end = this.upkeep.ticker().nanos() + waitAtMost.toNanos();
		try (ScopeQueues.Queue queue = this.queues.join(key)) {
			return queue.awaitTurn(end - this.upkeep.ticker().nanos()) ? askUntil(end, key, ttl, queue) : first;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return first;
		}
	}

	private Grant askUntil(long end, ScopeKey key, Duration ttl, ScopeQueues.Queue queue) throws InterruptedException {
		try {
			Grant grant = ask(key, ttl);
			for (int attempt = 0; grant.lease() == null; attempt++) {
				long left = end - this.upkeep.ticker().nanos();
				if (left <= 0) {
					break;
				}
				queue.awaitBell(Math.min(left, BackOff.nanos(attempt)));
				grant = ask(key, ttl);
			}
			return grant;
		}
		finally {
			queue.endTurn();
		}
	}

	// A lease may have been granted although its answer never came.
	private Grant ask(ScopeKey key, Duration ttl) {
		LeaseRequest request = new LeaseRequest(key, UUID.randomUUID(), ttl, this.upkeep.instance());
		long sentAt = this.upkeep.ticker().nanos();
		Acquisition answer;
		try {
			answer = this.upkeep.store().acquire(request);
		}
		catch (RuntimeException | Error ex) {
			this.upkeep.background().release(new LeaseRelease(request.token(LeaseToken.UNKNOWN_EPOCH), Duration.ZERO));
			throw ex;
		}
		Acquisition.Granted granted = answer.granted();
		return (granted != null) ? hold(request, granted, sentAt) : Grant.busy(answer.retryAfter());
	}

	private Grant hold(LeaseRequest request, Acquisition.Granted granted, long sentAt) {
		HeldLease lease = new HeldLease(request.token(granted.epoch()), request.ttl(), granted.state(), sentAt);
		if (lease.nanosUntilDeadline(this.upkeep.ticker().nanos()) <= 0) {
			giveUp(lease, Duration.ZERO);
			throw new LeaseLostException("The lease on scope '" + request.key().scope()
					+ "' lapsed before its method could begin: it did not run. Call again, or choose a longer ttl",
					null);
		}
		if (granted.takenOver()) {
			this.upkeep.listener().leaseTakenOver();
		}
		this.acquired.accept(lease);
		this.upkeep.renewals().add(lease);
		return Grant.shared(lease);
	}

	/**
	 * Give a lease up, unless it is lost for good.
	 */
	void release(HeldLease lease, Duration holdAtLeast) {
		this.upkeep.renewals().remove(lease);
		giveUp(lease, holdAtLeast);
		this.queues.givenUp(lease.token().key());
	}

	private void giveUp(HeldLease lease, Duration holdAtLeast) {
		LeaseRelease release = new LeaseRelease(lease.token(), holdAtLeast);
		try {
			if (this.upkeep.store().releaseLease(release) != LeaseRelease.Answer.LOCKED) {
				return;
			}
		}
		catch (RuntimeException ex) {
			// What matters to the caller is what its work did.
		}
		this.upkeep.background().release(release);
	}

}
