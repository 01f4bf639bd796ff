package io.istos.storage.postgres;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToIntFunction;

/**
 * The calls that travel in one statement: the leader's, and as many of those who wait as
 * the rules allow.
 *
 * @param <Q> an item
 * @param <A> an answer
 */
final class CombinedBatch<Q, A> {

	private final Rules<Q> rules;

	private final List<CombinedCall<Q, A>> calls = new ArrayList<>();

	private boolean filled;

	CombinedBatch(CombinedCall<Q, A> leader, Rules<Q> rules) {
		this.rules = rules;
		this.calls.add(leader);
	}

	List<Q> fill(Deque<CombinedCall<Q, A>> waiting) {
		if (!this.filled) {
			take(waiting);
			this.calls.sort(Comparator.comparing(CombinedCall::item, this.rules.order()));
			this.filled = true;
		}
		return this.calls.stream().map(CombinedCall::item).toList();
	}

	/**
	 * A key that is in already waits for the next batch: a statement sees each row once.
	 */
	private void take(Deque<CombinedCall<Q, A>> waiting) {
		Q first = this.calls.get(0).item();
		Set<Q> items = new TreeSet<>(this.rules.order());
		items.add(first);
		long size = this.rules.size().applyAsInt(first);
		Iterator<CombinedCall<Q, A>> others = waiting.iterator();
		while (others.hasNext() && this.calls.size() < this.rules.mostItems()) {
			CombinedCall<Q, A> other = others.next();
			size += this.rules.size().applyAsInt(other.item());
			if (size > this.rules.mostCharacters()) {
				return;
			}
			if (items.add(other.item())) {
				this.calls.add(other);
				others.remove();
			}
		}
	}

	void answer(List<A> answers) {
		for (int i = 0; i < answers.size(); i++) {
			this.calls.get(i).answer(answers.get(i));
		}
	}

	/** So that the item that the failure is about fails alone. */
	void oneByOne(Combiner.Sender<Q, A> sender) {
		for (CombinedCall<Q, A> call : this.calls) {
			try {
				call.answer(sender.send(() -> List.of(call.item())).get(0));
			}
			catch (SQLException | RuntimeException ex) {
				call.fail(ex);
			}
		}
	}

	/** Fail who has no answer yet. */
	void fail(Throwable failure) {
		for (CombinedCall<Q, A> call : this.calls) {
			if (call.state() != CombinedCall.State.ANSWERED) {
				call.fail(failure);
			}
		}
	}

	/**
	 * What may travel together.
	 *
	 * @param order the order of keys; what is equal by it has one key
	 * @param size how many characters an item takes, roughly
	 * @param mostItems the most items of a batch
	 * @param mostCharacters the most characters of a batch, unless one item has more
	 * @param patience how long to wait for an answer
	 * @param <Q> an item
	 */
	record Rules<Q>(Comparator<Q> order, ToIntFunction<Q> size, int mostItems, int mostCharacters, Duration patience) {
	}

}
