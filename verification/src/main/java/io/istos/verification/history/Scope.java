package io.istos.verification.history;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.istos.verification.history.Operation.Answer;

/**
 * How one lease behaves when asked by one caller at a time. A lapsed one may be called
 * busy, as happens while others write its state.
 *
 * @param state the state, if any
 * @param holder the handle of the period, if it was not given up
 * @param epoch the greatest epoch that is known
 * @param heldUntil the earliest time at which it may lapse
 */
record Scope(String state, String holder, long epoch, long heldUntil) implements Model {

	static final Scope FREE = new Scope(Operation.NONE, Operation.NONE, 0, Long.MIN_VALUE);

	static final Duration TTL = Duration.ofMillis(40);

	/** The server goes by the time of day, which is adjusted. */
	private static final Duration TOLERANCE = Duration.ofMillis(5);

	@Override
	public @Nullable Model after(Operation operation) {
		return switch (operation.action()) {
			case ACQUIRE -> (operation.answer() == Answer.NO) ? unless(this.holder.isEmpty()) : acquired(operation);
			case COOPERATE -> (operation.answer() == Answer.NO) ? unless(!this.holder.isEmpty()) : changed(operation);
			case RENEW, WRITE, CHANGE, RELEASE -> byHandle(operation);
			default -> throw new IllegalArgumentException("Not of a lease: " + operation);
		};
	}

	private @Nullable Scope unless(boolean refuted) {
		return refuted ? null : this;
	}

	private @Nullable Scope acquired(Operation operation) {
		boolean lapsed = operation.end() >= this.heldUntil - TOLERANCE.toNanos();
		if (!this.holder.isEmpty() && !lapsed) {
			return null;
		}
		long until = operation.invoked() + TTL.toNanos();
		if (operation.answer() == Answer.UNKNOWN) {
			return new Scope(this.state, operation.handle(), this.epoch, until);
		}
		boolean right = takeOverFits(operation) && operation.number() > this.epoch
				&& this.state.equals(operation.seen());
		return right ? new Scope(this.state, operation.handle(), operation.number(), until) : null;
	}

	/**
	 * An acquisition that was asked for again, since its connection broke, may take over
	 * from itself.
	 */
	private boolean takeOverFits(Operation operation) {
		boolean takenOver = operation.answer() == Answer.TAKEN_OVER;
		boolean fromItself = takenOver && operation.returned() - operation.invoked() >= TTL.toNanos();
		return takenOver != this.holder.isEmpty() || fromItself;
	}

	private @Nullable Scope byHandle(Operation operation) {
		boolean mine = this.holder.equals(operation.handle());
		if (operation.answer() == Answer.NO) {
			return unless(mine);
		}
		if (!mine) {
			return null;
		}
		return switch (operation.action()) {
			case RENEW -> renewed(operation);
			case WRITE -> new Scope(operation.value(), this.holder, this.epoch, this.heldUntil);
			case CHANGE -> changed(operation);
			default -> new Scope(this.state, Operation.NONE, this.epoch, Long.MIN_VALUE);
		};
	}

	private @Nullable Scope renewed(Operation operation) {
		boolean right = operation.answer() == Answer.UNKNOWN || this.state.equals(operation.seen());
		long until = operation.invoked() + TTL.toNanos();
		return right ? new Scope(this.state, this.holder, this.epoch, until) : null;
	}

	private @Nullable Scope changed(Operation operation) {
		boolean right = !this.holder.isEmpty() && this.state.equals(operation.seen());
		return right ? new Scope(operation.value(), this.holder, this.epoch, this.heldUntil) : null;
	}

}
