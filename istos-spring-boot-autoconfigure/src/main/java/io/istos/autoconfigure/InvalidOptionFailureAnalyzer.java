package io.istos.autoconfigure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

import io.istos.InvalidOptionException;

/**
 * Shows an {@link InvalidOptionException} as problem and remedy, with the bean that gave
 * the value.
 */
final class InvalidOptionFailureAnalyzer extends AbstractFailureAnalyzer<InvalidOptionException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, InvalidOptionException cause) {
		return new FailureAnalysis(cause.problem() + "." + DefiningBean.of(rootFailure), cause.remedy() + ".", cause);
	}

}
