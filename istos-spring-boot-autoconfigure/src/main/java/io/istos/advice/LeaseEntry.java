package io.istos.advice;

import io.istos.engine.ScopeLeases;

/**
 * A leased method and the engine that runs it.
 */
final class LeaseEntry extends MethodEntry {

	private final LeasedMethod method;

	private final ScopeLeases engine;

	LeaseEntry(LeasedMethod method, ScopeLeases engine) {
		super(method.source());
		this.method = method;
		this.engine = engine;
	}

	LeasedMethod method() {
		return this.method;
	}

	ScopeLeases engine() {
		return this.engine;
	}

}
