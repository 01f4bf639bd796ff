package io.istos.autoconfigure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

import io.istos.engine.DuplicateOperationException;

/**
 * Shows a {@link DuplicateOperationException} as problem and remedy, with the bean that
 * came second.
 */
final class DuplicateOperationFailureAnalyzer extends AbstractFailureAnalyzer<DuplicateOperationException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, DuplicateOperationException cause) {
		return new FailureAnalysis(
				"Two durable operations have the name '" + cause.operation()
						+ "': calls of both would share their keys." + DefiningBean.of(rootFailure),
				"Give each a name of its own, in @Durable(name = \"…\") or DurableOperations.define(\"…\", …), or define it"
						+ " once and share the DurableOperation.",
				cause);
	}

}
