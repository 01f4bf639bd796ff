package io.istos.samples.payments.story;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;

/**
 * What the clients were told.
 */
final class Answers {

	private final LongAdder paid = new LongAdder();

	private final LongAdder inFlight = new LongAdder();

	private final LongAdder missing = new LongAdder();

	private final Map<String, Set<String>> receipts = new ConcurrentHashMap<>();

	private final Queue<String> unexpected = new ConcurrentLinkedQueue<>();

	void paid(String order, String receipt) {
		this.paid.increment();
		this.receipts.computeIfAbsent(order, (key) -> ConcurrentHashMap.newKeySet()).add(receipt);
	}

	void inFlight() {
		this.inFlight.increment();
	}

	void missing() {
		this.missing.increment();
	}

	void unexpected(String answer) {
		this.unexpected.add(answer);
	}

	long countPaid() {
		return this.paid.sum();
	}

	long countInFlight() {
		return this.inFlight.sum();
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

}
