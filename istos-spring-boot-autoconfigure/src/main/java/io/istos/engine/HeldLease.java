package io.istos.engine;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.istos.LeaseLoss;
import io.istos.StorageUnavailableException;
import io.istos.storage.LeaseRenewal;
import io.istos.storage.LeaseToken;

/**
 * A lease that this process holds, with its deadline on the local monotonic clock, which
 * counts from before the lease or its renewal was sent and so never lies behind the
 * store's. Thread-safe.
 */
final class HeldLease implements Renewable<LeaseRenewal.Answer> {

	private static final Log logger = LogFactory.getLog(HeldLease.class);

	private final LeaseToken token;

	private final Duration ttl;

	private final AtomicReference<@Nullable LeaseLoss> loss = new AtomicReference<>();

	private final List<Consumer<LeaseLoss>> lossListeners = new CopyOnWriteArrayList<>();

	private volatile long extendedAt;

	private volatile long due;

	private volatile boolean unanswered;

	private volatile @Nullable String state;

	private volatile boolean stateKnown = true;

	HeldLease(LeaseToken token, Duration ttl, @Nullable String state, long sentAt) {
		this.token = token;
		this.ttl = ttl;
		this.state = state;
		extend(sentAt);
	}

	LeaseToken token() {
		return this.token;
	}

	@Override
	public Duration ttl() {
		return this.ttl;
	}

	LeaseRenewal renewal() {
		return new LeaseRenewal(this.token, this.ttl);
	}

	/**
	 * What was saved last under the scope.
	 */
	@Nullable String state() {
		if (!this.stateKnown) {
			throw new StorageUnavailableException("What was saved last under scope '" + this.token.key().scope()
					+ "' is not known, since the commit that saved it broke. End the method: the next one reads it",
					null, StorageUnavailableException.SOON);
		}
		return this.state;
	}

	boolean isStateKnown() {
		return this.stateKnown;
	}

	/**
	 * Nobody knows whether a checkpoint was committed.
	 */
	void perhapsSaved() {
		this.stateKnown = false;
	}

	/**
	 * A checkpoint was committed.
	 * @param sentAt when it was sent
	 */
	void saved(String state, long sentAt) {
		this.state = state;
		this.stateKnown = true;
		if (sentAt - this.extendedAt > 0) {
			extend(sentAt);
		}
	}

	private void extend(long sentAt) {
		this.extendedAt = sentAt;
		dueIn(this.ttl.toNanos() / 3, sentAt);
	}

	private void dueIn(long nanos, long now) {
		this.due = now + nanos;
	}

	@Override
	public long nanosUntilDue(long now) {
		return this.due - now;
	}

	long nanosUntilDeadline(long now) {
		return this.extendedAt + this.ttl.toNanos() - now;
	}

	@Override
	public void asked() {
		this.unanswered = true;
	}

	@Override
	public boolean answered(LeaseRenewal.Answer answer, long sentAt) {
		this.unanswered = false;
		switch (answer) {
			case RENEWED -> extend(sentAt);
			case LOCKED -> dueIn(this.ttl.toNanos() / 10, sentAt);
			case EXPIRED, TAKEN_OVER -> {
				return false;
			}
		}
		return true;
	}

	@Override
	public boolean isRenewed(LeaseRenewal.Answer answer) {
		return answer == LeaseRenewal.Answer.RENEWED;
	}

	@Override
	public void lost(LeaseRenewal.Answer answer) {
		lost((answer == LeaseRenewal.Answer.EXPIRED) ? LeaseLoss.EXPIRED : LeaseLoss.TAKEN_OVER);
	}

	/**
	 * The local deadline passed.
	 */
	void expired() {
		lost(this.unanswered ? LeaseLoss.UNREACHABLE : LeaseLoss.EXPIRED);
	}

	void lost(LeaseLoss reason) {
		if (this.loss.compareAndSet(null, reason)) {
			logger.warn("Lease lost: scope '" + this.token.key().scope() + "', epoch " + this.token.epoch() + ": "
					+ reason.text());
			this.lossListeners.forEach((listener) -> tellOnce(listener, reason));
		}
	}

	@Nullable LeaseLoss loss() {
		return this.loss.get();
	}

	/**
	 * Tell of a loss, even of one that has just come.
	 */
	void addLossListener(Consumer<LeaseLoss> listener) {
		this.lossListeners.add(listener);
		LeaseLoss known = this.loss.get();
		if (known != null) {
			tellOnce(listener, known);
		}
	}

	private void tellOnce(Consumer<LeaseLoss> listener, LeaseLoss reason) {
		if (this.lossListeners.remove(listener)) {
			listener.accept(reason);
		}
	}

	void removeLossListener(Consumer<LeaseLoss> listener) {
		this.lossListeners.remove(listener);
	}

}
