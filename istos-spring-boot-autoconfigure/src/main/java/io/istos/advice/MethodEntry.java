package io.istos.advice;

import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;

import org.jspecify.annotations.Nullable;

/**
 * An annotated method, read once, and the transaction that was last judged fit for it.
 */
abstract class MethodEntry {

	private static final String NOT_YET = "judged at first call";

	private final MethodSource source;

	private final Set<String> orders = new ConcurrentSkipListSet<>();

	private volatile @Nullable TransactionPlan plan;

	MethodEntry(MethodSource source) {
		this.source = source;
	}

	MethodSource source() {
		return this.source;
	}

	@Nullable TransactionPlan plan() {
		return this.plan;
	}

	void accept(TransactionPlan fit) {
		this.plan = fit;
	}

	/**
	 * What runs around it; where several beans differ in that, all of it.
	 */
	String order() {
		return this.orders.isEmpty() ? NOT_YET : String.join(" or ", this.orders);
	}

	void arranged(String order) {
		this.orders.add(order);
	}

}
