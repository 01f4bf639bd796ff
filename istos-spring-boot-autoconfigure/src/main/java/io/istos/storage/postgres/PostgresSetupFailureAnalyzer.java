package io.istos.storage.postgres;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Shows a {@link PostgresSetupException} as problem and remedy.
 */
final class PostgresSetupFailureAnalyzer extends AbstractFailureAnalyzer<PostgresSetupException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, PostgresSetupException cause) {
		return new FailureAnalysis(cause.problem(), cause.remedy(), cause);
	}

}
