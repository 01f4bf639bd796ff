package io.istos.advice;

import io.istos.engine.DurableOperation;

/**
 * A durable method and its operation.
 */
final class DurableEntry extends MethodEntry {

	private final DurableMethod method;

	private final DurableOperation<?> operation;

	DurableEntry(DurableMethod method, DurableOperation<?> operation) {
		super(method.source());
		this.method = method;
		this.operation = operation;
	}

	DurableMethod method() {
		return this.method;
	}

	DurableOperation<?> operation() {
		return this.operation;
	}

}
