package io.istos.autoconfigure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Shows a {@link SetupException} as problem and remedy.
 */
final class SetupFailureAnalyzer extends AbstractFailureAnalyzer<SetupException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, SetupException cause) {
		return new FailureAnalysis(cause.problem(), cause.remedy(), cause);
	}

}
