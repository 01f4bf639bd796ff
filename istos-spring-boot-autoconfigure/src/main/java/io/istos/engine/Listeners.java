package io.istos.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.istos.Boundary;
import io.istos.LeaseLoss;

/**
 * Tells all listeners, and keeps what they throw away from the engine.
 */
final class Listeners implements EngineListener {

	private static final Log logger = LogFactory.getLog(Listeners.class);

	private final Supplier<List<EngineListener>> listeners;

	/**
	 * Create.
	 * @param listeners the listeners, asked for with every event
	 */
	Listeners(Supplier<List<EngineListener>> listeners) {
		this.listeners = listeners;
	}

	@Override
	public Watch<CallOutcome> durableCall(String operation, Boundary boundary) {
		return watch((listener) -> listener.durableCall(operation, boundary));
	}

	@Override
	public Watch<LeaseOutcome> leasedCall(String method) {
		return watch((listener) -> listener.leasedCall(method));
	}

	@Override
	public void claimTakenOver(String operation) {
		tell((listener) -> listener.claimTakenOver(operation));
	}

	@Override
	public void leaseTakenOver() {
		tell(EngineListener::leaseTakenOver);
	}

	@Override
	public void completionRefused(String operation) {
		tell((listener) -> listener.completionRefused(operation));
	}

	@Override
	public void fenceRefused() {
		tell(EngineListener::fenceRefused);
	}

	@Override
	public void leaseLost(LeaseLoss reason) {
		tell((listener) -> listener.leaseLost(reason));
	}

	@Override
	public void renewed(Held held, RenewalAnswer answer, int count) {
		tell((listener) -> listener.renewed(held, answer, count));
	}

	@Override
	public void purged(Purged purged, int rows) {
		tell((listener) -> listener.purged(purged, rows));
	}

	private void tell(Consumer<EngineListener> event) {
		tellEach(this.listeners.get(), event);
	}

	private <O> Watch<O> watch(Function<EngineListener, Watch<O>> start) {
		List<Watch<O>> watches = new ArrayList<>();
		tell((listener) -> watches.add(start.apply(listener)));
		return watches.isEmpty() ? Watch.none() : new Watches<>(watches);
	}

	private static <L> void tellEach(List<L> listeners, Consumer<L> event) {
		for (L listener : listeners) {
			try {
				event.accept(listener);
			}
			catch (RuntimeException | LinkageError ex) {
				logger.warn("A listener of the engine failed; the call goes on", ex);
			}
		}
	}

	private record Watches<O>(List<Watch<O>> watches) implements Watch<O> {

		@Override
		public void returned() {
			// Scopes are left in the reverse order.
			for (int i = this.watches.size() - 1; i >= 0; i--) {
				tellEach(List.of(this.watches.get(i)), Watch::returned);
			}
		}

		@Override
		public void ended(O outcome, @Nullable Throwable failure) {
			tellEach(this.watches, (watch) -> watch.ended(outcome, failure));
		}

	}

}
