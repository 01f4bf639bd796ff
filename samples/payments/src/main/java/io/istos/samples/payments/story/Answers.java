package io.istos.samples.payments.story;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;

import io.istos.samples.stage.Node;

/**
 * What the clients were told, and by which process.
 */
final class Answers {

	private final Map<Long, Tally> tallies = new ConcurrentHashMap<>();

	private final LongAdder missing = new LongAdder();

	private final Map<String, Set<String>> receipts = new ConcurrentHashMap<>();

	private final Queue<String> unexpected = new ConcurrentLinkedQueue<>();

	void paid(Node.Incarnation by, String order, String receipt) {
		of(by.pid()).paid.increment();
		this.receipts.computeIfAbsent(order, (key) -> ConcurrentHashMap.newKeySet()).add(receipt);
	}

	void inFlight(Node.Incarnation by) {
		of(by.pid()).inFlight.increment();
	}

	void missing() {
		this.missing.increment();
	}

	void unexpected(String answer) {
		this.unexpected.add(answer);
	}

	long countPaid() {
		return this.tallies.values().stream().mapToLong((tally) -> tally.paid.sum()).sum();
	}

	long countPaid(long pid) {
		return of(pid).paid.sum();
	}

	long countInFlight() {
		return this.tallies.values().stream().mapToLong((tally) -> tally.inFlight.sum()).sum();
	}

	long countInFlight(long pid) {
		return of(pid).inFlight.sum();
	}

	long countMissing() {
		return this.missing.sum();
	}

	long countOrders() {
		return this.receipts.size();
	}

	long mostReceipts() {
		return this.receipts.values().stream().mapToLong(Collection::size).max().orElse(0);
	}

	/**
	 * What no client can make sense of.
	 * @return the first such answer, if any
	 */
	Optional<String> firstUnexpected() {
		return Optional.ofNullable(this.unexpected.peek());
	}

	private Tally of(long pid) {
		return this.tallies.computeIfAbsent(pid, (key) -> new Tally());
	}

	/** What one process answered. */
	private static final class Tally {

		private final LongAdder paid = new LongAdder();

		private final LongAdder inFlight = new LongAdder();

	}

}
