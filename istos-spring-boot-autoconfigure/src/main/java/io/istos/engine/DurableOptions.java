package io.istos.engine;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import org.springframework.transaction.support.TransactionTemplate;

import io.istos.Boundary;
import io.istos.Durability;
import io.istos.OnAbandoned;
import io.istos.OnFailure;
import io.istos.OnInFlight;

/**
 * How an operation is durable: the attributes of {@link io.istos.Durable} as values.
 * Start from {@link #defaults()} and change what differs.
 *
 * @param durability the durability
 * @param boundary where claim and completion are written; {@link Boundary#DEFAULT} is
 * resolved when the operation is defined
 * @param lease how long a claim outlives its last renewal; {@code null} for the
 * application's default
 * @param retention how long an outcome is remembered; {@code null} for the application's
 * default
 * @param onInFlight what to do when the key is running elsewhere
 * @param waitAtMost how long to wait for it
 * @param onAbandoned what to do with an abandoned claim
 * @param failures what exceptions mean
 * @param transaction the transaction to run bodies in, or {@code null} for whatever is
 * open; not for annotated methods, which bring their own
 * @param storeResult whether results are stored; if not, a duplicate learns no more than
 * that the call was done
 */
public record DurableOptions(Durability durability, Boundary boundary, @Nullable Duration lease,
		@Nullable Duration retention, OnInFlight onInFlight, Duration waitAtMost, OnAbandoned onAbandoned,
		FailureRules failures, @Nullable TransactionTemplate transaction, boolean storeResult) {

	private static final Duration WAIT = Duration.ofSeconds(10);

	private static final DurableOptions DEFAULTS = new DurableOptions(Durability.EXACTLY_ONCE, Boundary.DEFAULT, null,
			null, OnInFlight.REJECT, WAIT, OnAbandoned.RERUN, FailureRules.of(OnFailure.RELEASE), null, true);

	/**
	 * Exactly once, with the application's defaults.
	 * @return the options
	 */
	public static DurableOptions defaults() {
		return DEFAULTS;
	}

	/**
	 * Change the durability.
	 * @param durability the durability
	 * @return the changed options
	 */
	public DurableOptions withDurability(Durability durability) {
		return new DurableOptions(durability, this.boundary, this.lease, this.retention, this.onInFlight,
				this.waitAtMost, this.onAbandoned, this.failures, this.transaction, this.storeResult);
	}

	/**
	 * Change the boundary.
	 * @param boundary where claim and completion are written
	 * @return the changed options
	 */
	public DurableOptions withBoundary(Boundary boundary) {
		return new DurableOptions(this.durability, boundary, this.lease, this.retention, this.onInFlight,
				this.waitAtMost, this.onAbandoned, this.failures, this.transaction, this.storeResult);
	}

	/**
	 * Change the lease.
	 * @param lease how long a claim outlives its last renewal
	 * @return the changed options
	 */
	public DurableOptions withLease(@Nullable Duration lease) {
		return new DurableOptions(this.durability, this.boundary, lease, this.retention, this.onInFlight,
				this.waitAtMost, this.onAbandoned, this.failures, this.transaction, this.storeResult);
	}

	/**
	 * Change the retention.
	 * @param retention how long an outcome is remembered
	 * @return the changed options
	 */
	public DurableOptions withRetention(@Nullable Duration retention) {
		return new DurableOptions(this.durability, this.boundary, this.lease, retention, this.onInFlight,
				this.waitAtMost, this.onAbandoned, this.failures, this.transaction, this.storeResult);
	}

	/**
	 * Wait for a call of the same key that is running elsewhere.
	 * @param waitAtMost how long to wait
	 * @return the changed options
	 */
	public DurableOptions withWait(Duration waitAtMost) {
		return new DurableOptions(this.durability, this.boundary, this.lease, this.retention, OnInFlight.WAIT,
				waitAtMost, this.onAbandoned, this.failures, this.transaction, this.storeResult);
	}

	/**
	 * Change what an abandoned claim means.
	 * @param onAbandoned what to do with it
	 * @return the changed options
	 */
	public DurableOptions withOnAbandoned(OnAbandoned onAbandoned) {
		return new DurableOptions(this.durability, this.boundary, this.lease, this.retention, this.onInFlight,
				this.waitAtMost, onAbandoned, this.failures, this.transaction, this.storeResult);
	}

	/**
	 * Change what exceptions mean.
	 * @param failures the rules
	 * @return the changed options
	 */
	public DurableOptions withFailures(FailureRules failures) {
		return new DurableOptions(this.durability, this.boundary, this.lease, this.retention, this.onInFlight,
				this.waitAtMost, this.onAbandoned, failures, this.transaction, this.storeResult);
	}

	/**
	 * Run bodies in a transaction, so that what they write commits together with their
	 * outcome.
	 * @param transaction the template, over a manager of the ledger
	 * @return the changed options
	 */
	public DurableOptions withTransaction(@Nullable TransactionTemplate transaction) {
		return new DurableOptions(this.durability, this.boundary, this.lease, this.retention, this.onInFlight,
				this.waitAtMost, this.onAbandoned, this.failures, transaction, this.storeResult);
	}

	/**
	 * Change whether results are stored.
	 * @param storeResult whether results are stored, and replayed
	 * @return the changed options
	 */
	public DurableOptions withStoreResult(boolean storeResult) {
		return new DurableOptions(this.durability, this.boundary, this.lease, this.retention, this.onInFlight,
				this.waitAtMost, this.onAbandoned, this.failures, this.transaction, storeResult);
	}

	boolean waits() {
		return this.onInFlight == OnInFlight.WAIT;
	}

}
