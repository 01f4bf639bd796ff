package io.istos.advice;

import org.jspecify.annotations.Nullable;

/**
 * An annotated method, read once, and the transaction that was last judged fit for it.
 */
abstract class MethodEntry {

	private final MethodSource source;

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

}
