package io.istos.engine;

import io.istos.Boundary;
import io.istos.LeaseLoss;

/**
 * Is told what the engine does, by the threads that do it: it must be quick, and
 * thread-safe. What it throws is logged and goes no further.
 */
public interface EngineListener {

	/**
	 * Nobody listens.
	 */
	EngineListener NONE = new EngineListener() {
	};

	/**
	 * A durable call begins on the current thread.
	 * @param operation the name of its operation
	 * @param boundary the boundary of its operation
	 * @return watches the call
	 */
	default Watch<CallOutcome> durableCall(String operation, Boundary boundary) {
		return Watch.none();
	}

	/**
	 * A leased call begins on the current thread.
	 * @param method names the method; the same for all its scopes
	 * @return watches the call
	 */
	default Watch<LeaseOutcome> leasedCall(String method) {
		return Watch.none();
	}

	/**
	 * A call took over a claim that had lapsed or was held.
	 * @param operation the name of its operation
	 */
	default void claimTakenOver(String operation) {
	}

	/**
	 * A lease was acquired that its former holder had let lapse.
	 */
	default void leaseTakenOver() {
	}

	/**
	 * A call ran, and its completion was refused: its claim was lost.
	 * @param operation the name of its operation
	 */
	default void completionRefused(String operation) {
	}

	/**
	 * A commit was refused, since a lease that it was to be made under was lost.
	 */
	default void fenceRefused() {
	}

	/**
	 * A lease was lost.
	 * @param reason why
	 */
	default void leaseLost(LeaseLoss reason) {
	}

	/**
	 * The store answered renewals, or did not.
	 * @param held what was to be renewed
	 * @param answer the answer
	 * @param count how many got that answer
	 */
	default void renewed(Held held, RenewalAnswer answer, int count) {
	}

	/**
	 * Rows whose retention is over were deleted.
	 * @param purged what they were
	 * @param rows how many
	 */
	default void purged(Purged purged, int rows) {
	}

	/**
	 * What is renewed.
	 */
	enum Held {

		/**
		 * Claims.
		 */
		CLAIM,

		/**
		 * Leases.
		 */
		LEASE

	}

	/**
	 * The answer to a renewal.
	 */
	enum RenewalAnswer {

		/**
		 * Renewed.
		 */
		RENEWED,

		/**
		 * A transaction is on the row; it is tried again.
		 */
		LOCKED,

		/**
		 * It was lost.
		 */
		LOST,

		/**
		 * The store did not answer; it is tried again.
		 */
		UNANSWERED

	}

	/**
	 * What is purged.
	 */
	enum Purged {

		/**
		 * Outcomes and free rows.
		 */
		CLAIMS,

		/**
		 * Entries of the event log.
		 */
		EVENT_LOG

	}

}
