package io.istos.engine;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.jspecify.annotations.Nullable;

import io.istos.Boundary;
import io.istos.LeaseLoss;

/**
 * Remembers what it was told, each as a short line.
 */
final class RecordingListener implements EngineListener {

	final List<String> events = new CopyOnWriteArrayList<>();

	@Override
	public Watch<CallOutcome> durableCall(String operation, Boundary boundary) {
		return new Recording<>(operation);
	}

	@Override
	public Watch<LeaseOutcome> leasedCall(String method) {
		return new Recording<>(method);
	}

	@Override
	public void claimTakenOver(String operation) {
		this.events.add(operation + " taken over");
	}

	@Override
	public void leaseTakenOver() {
		this.events.add("lease taken over");
	}

	@Override
	public void completionRefused(String operation) {
		this.events.add(operation + " completion refused");
	}

	@Override
	public void fenceRefused() {
		this.events.add("fence refused");
	}

	@Override
	public void leaseLost(LeaseLoss reason) {
		this.events.add("lease lost " + reason);
	}

	@Override
	public void renewed(Held held, RenewalAnswer answer, int count) {
		this.events.add(held + " " + answer + " " + count);
	}

	@Override
	public void purged(Purged purged, int rows) {
		this.events.add(purged + " purged " + rows);
	}

	/**
	 * What was told since it was asked last.
	 */
	List<String> drain() {
		List<String> told = List.copyOf(this.events);
		this.events.clear();
		return told;
	}

	/** Each end and each return is told once. */
	private final class Recording<O> implements Watch<O> {

		private final String name;

		private int returns;

		private int ends;

		Recording(String name) {
			this.name = name;
		}

		@Override
		public synchronized void returned() {
			this.returns++;
			RecordingListener.this.events.add(this.name + " returned" + times(this.returns));
		}

		@Override
		public synchronized void ended(O outcome, @Nullable Throwable failure) {
			this.ends++;
			String why = (failure != null) ? " " + failure.getClass().getSimpleName() : "";
			RecordingListener.this.events.add(this.name + " " + outcome + why + times(this.ends));
		}

		private static String times(int count) {
			return (count > 1) ? " for the " + count + ". time" : "";
		}

	}

}
