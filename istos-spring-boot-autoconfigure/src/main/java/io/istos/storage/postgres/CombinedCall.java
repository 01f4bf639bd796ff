package io.istos.storage.postgres;

import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

import org.jspecify.annotations.Nullable;

/**
 * A caller of the {@link Combiner}, who waits to be answered or to lead.
 *
 * @param <Q> the item
 * @param <A> the answer
 */
final class CombinedCall<Q, A> {

	private final Q item;

	private final Thread caller = Thread.currentThread();

	private volatile State state = State.WAITING;

	private @Nullable A answer;

	private @Nullable Throwable failure;

	CombinedCall(Q item) {
		this.item = item;
	}

	Q item() {
		return this.item;
	}

	State await(Duration patience) {
		long end = System.nanoTime() + patience.toNanos();
		try (Uninterrupted shield = new Uninterrupted()) {
			for (long left = patience.toNanos(); this.state == State.WAITING
					&& left > 0; left = end - System.nanoTime()) {
				LockSupport.parkNanos(this, left);
				shield.clear();
			}
		}
		return this.state;
	}

	State state() {
		return this.state;
	}

	void lead() {
		become(State.LEADS);
	}

	void answer(A answer) {
		this.answer = answer;
		become(State.ANSWERED);
	}

	void fail(Throwable failure) {
		this.failure = failure;
		become(State.ANSWERED);
	}

	private void become(State state) {
		this.state = state;
		if (this.caller != Thread.currentThread()) {
			LockSupport.unpark(this.caller);
		}
	}

	A answer() throws SQLException {
		if (this.answer != null) {
			return this.answer;
		}
		if (this.failure instanceof SQLException ex) {
			throw ex;
		}
		throw new IllegalStateException("The caller that led the batch failed", this.failure);
	}

	/**
	 * Where a call stands.
	 */
	enum State {

		WAITING, LEADS, ANSWERED

	}

}
