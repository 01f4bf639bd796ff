package io.istos.metrics;

import java.util.function.Predicate;

import io.micrometer.observation.Observation;
import org.jspecify.annotations.Nullable;

import io.istos.engine.Watch;

/**
 * The observation of one call: current on the thread of the call until that returns, and
 * stopped once the call has ended too.
 *
 * @param <O> what may come of the call
 */
final class CallObservation<O> implements Watch<O> {

	private final Observation observation;

	private final Observation.Scope scope;

	private final Predicate<O> outcome;

	private boolean returned;

	private boolean ended;

	/**
	 * Start to observe.
	 * @param observation the observation
	 * @param outcome takes what came of the call, and says whether its failure is an
	 * error: whoever meets another call has not failed
	 */
	CallObservation(Observation observation, Predicate<O> outcome) {
		this.observation = observation.start();
		this.scope = this.observation.openScope();
		this.outcome = outcome;
	}

	@Override
	public void returned() {
		this.scope.close();
		synchronized (this) {
			this.returned = true;
			if (!this.ended) {
				return;
			}
		}
		this.observation.stop();
	}

	@Override
	public void ended(O result, @Nullable Throwable failure) {
		boolean failed = this.outcome.test(result);
		if (failed && failure != null) {
			this.observation.error(failure);
		}
		synchronized (this) {
			this.ended = true;
			if (!this.returned) {
				return;
			}
		}
		this.observation.stop();
	}

}
