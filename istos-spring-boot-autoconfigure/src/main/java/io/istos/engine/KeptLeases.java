package io.istos.engine;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import io.istos.LeaseEvent;
import io.istos.LeaseListener;
import io.istos.LeaseLoss;
import io.istos.storage.ScopeKey;

/**
 * The leases that this process keeps between calls. One call at a time uses each: its
 * commits and those of the next would pass the same fence.
 */
final class KeptLeases {

	private final Map<ScopeKey, Kept> kept = new ConcurrentHashMap<>();

	private final Upkeep upkeep;

	private final Acquirer acquirer;

	private final LeaseListener listener;

	KeptLeases(Upkeep upkeep, Acquirer acquirer, LeaseListener listener) {
		this.upkeep = upkeep;
		this.acquirer = acquirer;
		this.listener = listener;
	}

	Grant acquire(ScopeKey key, Duration ttl, Duration waitAtMost) {
		long end = this.upkeep.ticker().nanos() + waitAtMost.toNanos();
		Kept scope = this.kept.computeIfAbsent(key, Kept::new);
		if (!scope.awaitTurn(waitAtMost)) {
			return Grant.busy(null);
		}
		HeldLease lease = null;
		try {
			Duration left = Duration.ofNanos(Math.max(0, end - this.upkeep.ticker().nanos()));
			Grant grant = scope.grant(ttl, left);
			lease = grant.lease();
			return (lease != null) ? Grant.of(lease, scope.turn::release) : grant;
		}
		finally {
			if (lease == null) {
				scope.turn.release();
			}
		}
	}

	/**
	 * Give everything up. No call is running any more, or those that are have had their
	 * time.
	 */
	void close() {
		this.kept.values().forEach(Kept::giveUp);
	}

	/** A scope that is kept, or has been, or was busy. */
	private final class Kept {

		private final ScopeKey key;

		private final Semaphore turn = new Semaphore(1, true);

		private volatile @Nullable HeldLease lease;

		Kept(ScopeKey key) {
			this.key = key;
		}

		boolean awaitTurn(Duration waitAtMost) {
			try {
				return this.turn.tryAcquire(waitAtMost.toNanos(), TimeUnit.NANOSECONDS);
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
				return false;
			}
		}

		Grant grant(Duration ttl, Duration waitAtMost) {
			HeldLease current = this.lease;
			if (current != null && isLive(current) && current.isStateKnown()) {
				return Grant.shared(current);
			}
			if (current != null && !isLive(current)) {
				expire(current);
			}
			giveUp();
			Grant grant = KeptLeases.this.acquirer.acquire(this.key, ttl, waitAtMost);
			if (grant.lease() != null) {
				keep(grant.lease());
			}
			return grant;
		}

		private boolean isLive(HeldLease candidate) {
			return candidate.loss() == null
					&& candidate.nanosUntilDeadline(KeptLeases.this.upkeep.ticker().nanos()) > 0;
		}

		// Whoever watches deadlines has not come to it yet.
		private void expire(HeldLease lapsed) {
			if (KeptLeases.this.upkeep.renewals().remove(lapsed)) {
				lapsed.expired();
				KeptLeases.this.acquirer.release(lapsed, Duration.ZERO);
			}
		}

		private void keep(HeldLease next) {
			this.lease = next;
			KeptLeases.this.listener.onLeaseEvent(new LeaseEvent.Granted(this.key.scope(), next.token().epoch()));
			next.addLossListener((reason) -> revoked(next, reason));
		}

		private void revoked(HeldLease former, @Nullable LeaseLoss reason) {
			KeptLeases.this.listener
				.onLeaseEvent(new LeaseEvent.Revoked(this.key.scope(), former.token().epoch(), reason));
		}

		void giveUp() {
			HeldLease last = this.lease;
			if (last != null && KeptLeases.this.upkeep.renewals().remove(last)) {
				KeptLeases.this.acquirer.release(last, Duration.ZERO);
				revoked(last, null);
			}
		}

	}

}
