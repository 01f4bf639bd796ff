package io.istos.autoconfigure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

import io.istos.advice.InvalidDurableMethodException;

/**
 * Shows an {@link InvalidDurableMethodException} as problem and remedy.
 */
final class DurableMethodFailureAnalyzer extends AbstractFailureAnalyzer<InvalidDurableMethodException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, InvalidDurableMethodException cause) {
		return new FailureAnalysis(cause.problem() + ".", cause.remedy() + ".", cause);
	}

}
