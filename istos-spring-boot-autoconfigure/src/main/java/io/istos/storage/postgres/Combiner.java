package io.istos.storage.postgres;

import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Sends what arrives while a statement is under way together in the next one. The first
 * caller leads: it sends one batch, then hands over to the first who waits. There is no
 * timer, and a lone caller waits for nobody.
 *
 * @param <Q> an item
 * @param <A> an answer
 */
final class Combiner<Q, A> {

	private final CombinedBatch.Rules<Q> rules;

	private final Sender<Q, A> sender;

	private final ReentrantLock lock = new ReentrantLock();

	private final Deque<CombinedCall<Q, A>> waiting = new ArrayDeque<>();

	private boolean led;

	Combiner(CombinedBatch.Rules<Q> rules, Sender<Q, A> sender) {
		this.rules = rules;
		this.sender = sender;
	}

	A ask(Q item) throws SQLException {
		CombinedCall<Q, A> call = new CombinedCall<>(item);
		if (joins(call) && call.await(this.rules.patience()) == CombinedCall.State.WAITING) {
			withdraw(call);
		}
		if (call.state() == CombinedCall.State.LEADS) {
			lead(new CombinedBatch<>(call, this.rules));
		}
		return call.answer();
	}

	private boolean joins(CombinedCall<Q, A> call) {
		this.lock.lock();
		try {
			if (this.led) {
				return this.waiting.add(call);
			}
			this.led = true;
			call.lead();
			return false;
		}
		finally {
			this.lock.unlock();
		}
	}

	private void withdraw(CombinedCall<Q, A> call) throws SQLException {
		this.lock.lock();
		try {
			boolean unsent = this.waiting.remove(call);
			if (unsent || call.state() == CombinedCall.State.WAITING) {
				throw new SQLException("No answer within " + this.rules.patience()
						+ (unsent ? ", the statement was not sent" : ", the statement was sent"));
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	private void lead(CombinedBatch<Q, A> batch) {
		try {
			List<A> answers = this.sender.send(() -> fill(batch));
			handOver();
			batch.answer(answers);
		}
		catch (SQLException ex) {
			// Whoever waits would only meet the same failure, one after the other.
			List<Q> items = fill(batch);
			if (SqlStates.badData(ex) && items.size() > 1) {
				batch.oneByOne(this.sender);
			}
			handOver();
			batch.fail(ex);
		}
		catch (RuntimeException | Error ex) {
			handOver();
			batch.fail(ex);
			throw ex;
		}
	}

	/**
	 * As late as possible, so that whoever waits while a connection is found travels
	 * along.
	 */
	private List<Q> fill(CombinedBatch<Q, A> batch) {
		this.lock.lock();
		try {
			return batch.fill(this.waiting);
		}
		finally {
			this.lock.unlock();
		}
	}

	private void handOver() {
		this.lock.lock();
		try {
			CombinedCall<Q, A> next = this.waiting.poll();
			this.led = (next != null);
			if (next != null) {
				next.lead();
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	int waiting() {
		this.lock.lock();
		try {
			return this.waiting.size();
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Sends a batch.
	 *
	 * @param <Q> an item
	 * @param <A> an answer
	 */
	interface Sender<Q, A> {

		/**
		 * Send.
		 * @param items the items, fixed when first asked for: sorted, no key twice
		 * @return one answer for each, in order
		 */
		List<A> send(Supplier<List<Q>> items) throws SQLException;

	}

}
