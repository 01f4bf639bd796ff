package io.istos.metrics;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;

import io.istos.Boundary;
import io.istos.engine.CallOutcome;
import io.istos.engine.EngineListener;
import io.istos.engine.LeaseOutcome;
import io.istos.engine.Watch;

/**
 * Observes the calls of durable operations and leased methods.
 */
final class ObservingListener implements EngineListener {

	private final ObservationRegistry registry;

	ObservingListener(ObservationRegistry registry) {
		this.registry = registry;
	}

	@Override
	public Watch<CallOutcome> durableCall(String operation, Boundary boundary) {
		DurableCallContext context = new DurableCallContext(operation, boundary);
		Observation observation = Observation.createNotStarted(Convention.DURABLE, () -> context, this.registry);
		return new CallObservation<>(observation, (outcome) -> {
			context.ended(outcome);
			return !outcome.isConflict();
		});
	}

	@Override
	public Watch<LeaseOutcome> leasedCall(String method) {
		LeasedCallContext context = new LeasedCallContext(method);
		Observation observation = Observation.createNotStarted(Convention.LEASE, () -> context, this.registry);
		return new CallObservation<>(observation, (outcome) -> {
			context.ended(outcome);
			return outcome != LeaseOutcome.BUSY;
		});
	}

}
