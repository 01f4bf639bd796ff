package io.istos.metrics;

import io.micrometer.observation.Observation;
import org.jspecify.annotations.Nullable;

import io.istos.engine.LeaseOutcome;

/**
 * What is known of the call of a leased method while it is observed. The scope is not.
 */
public final class LeasedCallContext extends Observation.Context {

	private final String method;

	private volatile @Nullable LeaseOutcome outcome;

	LeasedCallContext(String method) {
		this.method = method;
	}

	/**
	 * The method.
	 * @return class and method, or {@code ScopeLeases} for calls without an annotation
	 */
	public String method() {
		return this.method;
	}

	/**
	 * What came of the call.
	 * @return the outcome, or {@code null} while it is open
	 */
	public @Nullable LeaseOutcome outcome() {
		return this.outcome;
	}

	void ended(LeaseOutcome outcome) {
		this.outcome = outcome;
	}

}
