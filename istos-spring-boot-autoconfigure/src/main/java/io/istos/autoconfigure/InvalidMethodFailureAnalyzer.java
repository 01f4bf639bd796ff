package io.istos.autoconfigure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

import io.istos.advice.InvalidMethodException;

/**
 * Shows an {@link InvalidMethodException} as problem and remedy.
 */
final class InvalidMethodFailureAnalyzer extends AbstractFailureAnalyzer<InvalidMethodException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, InvalidMethodException cause) {
		return new FailureAnalysis(cause.problem() + ".", cause.remedy() + ".", cause);
	}

}
