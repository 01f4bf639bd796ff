package io.istos.verification.history;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Searches an order of the operations on one key in which each is answered as it was when
 * one happens after the other, and which keeps the order of any two of which one was over
 * before the other began. What was done so far, and the state it led to, is followed
 * once.
 */
final class Linearizability {

	private static final int MOST_STEPS = 1_000_000;

	private final List<Operation> history;

	private final Set<Step> met = new HashSet<>();

	private final Deque<Step> open = new ArrayDeque<>();

	private Step furthest;

	private Linearizability(List<Operation> history, Model initial) {
		this.history = history.stream().sorted(Comparator.comparingLong(Operation::invoked)).toList();
		this.furthest = new Step(new BitSet(history.size()), initial);
	}

	/**
	 * Check a history.
	 * @param history operations on one key
	 * @param initial the state before
	 * @return what can't be explained, or empty if all can
	 */
	static Optional<String> violation(List<Operation> history, Model initial) {
		return new Linearizability(history, initial).search();
	}

	private Optional<String> search() {
		meet(this.furthest);
		while (!this.open.isEmpty()) {
			Step step = this.open.pop();
			if (isComplete(step)) {
				return Optional.empty();
			}
			if (step.done().cardinality() > this.furthest.done().cardinality()) {
				this.furthest = step;
			}
			follow(step);
		}
		return Optional.of("After " + this.furthest.done().cardinality() + " of " + this.history.size()
				+ " operations, in state " + this.furthest.state() + ", none of these can be next: "
				+ candidates(this.furthest).stream().map(this.history::get).toList());
	}

	private boolean isComplete(Step step) {
		for (int i = step.nextOpen(0); i < this.history.size(); i = step.nextOpen(i + 1)) {
			if (this.history.get(i).answer() != Operation.Answer.UNKNOWN) {
				return false;
			}
		}
		return true;
	}

	private void follow(Step step) {
		for (int candidate : candidates(step)) {
			Model after = step.state().after(this.history.get(candidate));
			if (after != null) {
				meet(step.with(candidate, after));
			}
		}
	}

	private void meet(Step step) {
		if (this.met.add(step)) {
			this.open.push(step);
		}
		if (this.met.size() > MOST_STEPS) {
			throw new IllegalStateException("The history of " + this.history.get(0).key() + " is too long to check");
		}
	}

	/**
	 * What began before anything else that is not done was over. Last come those that
	 * were over first, to be tried first.
	 */
	private List<Integer> candidates(Step step) {
		List<Integer> candidates = new ArrayList<>();
		long firstEnd = Long.MAX_VALUE;
		for (int i = step.nextOpen(0); i < this.history.size()
				&& this.history.get(i).invoked() <= firstEnd; i = step.nextOpen(i + 1)) {
			candidates.add(i);
			firstEnd = Math.min(firstEnd, this.history.get(i).end());
		}
		candidates.sort(Comparator.comparingLong((Integer i) -> this.history.get(i).end()).reversed());
		return candidates;
	}

	/**
	 * Where a search has come to.
	 *
	 * @param done the operations that happened
	 * @param state the state they led to
	 */
	private record Step(BitSet done, Model state) {

		int nextOpen(int from) {
			return this.done.nextClearBit(from);
		}

		Step with(int operation, Model after) {
			BitSet more = (BitSet) this.done.clone();
			more.set(operation);
			return new Step(more, after);
		}

	}

}
