package io.istos.advice;

import org.jspecify.annotations.Nullable;

import io.istos.engine.DurableOperation;

/**
 * A durable method, its operation, and the transaction that was last judged fit for it.
 */
final class CatalogEntry {

	private final DurableMethod method;

	private final DurableOperation<?> operation;

	private volatile @Nullable TransactionPlan plan;

	CatalogEntry(DurableMethod method, DurableOperation<?> operation) {
		this.method = method;
		this.operation = operation;
	}

	DurableMethod method() {
		return this.method;
	}

	DurableMethodSource source() {
		return this.method.source();
	}

	DurableOperation<?> operation() {
		return this.operation;
	}

	@Nullable TransactionPlan plan() {
		return this.plan;
	}

	void accept(TransactionPlan fit) {
		this.plan = fit;
	}

}
