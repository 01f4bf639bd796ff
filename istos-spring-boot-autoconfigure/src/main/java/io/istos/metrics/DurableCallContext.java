package io.istos.metrics;

import io.micrometer.observation.Observation;
import org.jspecify.annotations.Nullable;

import io.istos.Boundary;
import io.istos.engine.CallOutcome;

/**
 * What is known of the call of a durable operation while it is observed. The key is not.
 */
public final class DurableCallContext extends Observation.Context {

	private final String operation;

	private final Boundary boundary;

	private volatile @Nullable CallOutcome outcome;

	DurableCallContext(String operation, Boundary boundary) {
		this.operation = operation;
		this.boundary = boundary;
	}

	/**
	 * The operation.
	 * @return its name
	 */
	public String operation() {
		return this.operation;
	}

	/**
	 * The boundary of the operation.
	 * @return the boundary
	 */
	public Boundary boundary() {
		return this.boundary;
	}

	/**
	 * What came of the call.
	 * @return the outcome, or {@code null} while it is open
	 */
	public @Nullable CallOutcome outcome() {
		return this.outcome;
	}

	void ended(CallOutcome outcome) {
		this.outcome = outcome;
	}

}
