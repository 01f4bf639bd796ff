package io.istos.autoconfigure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

import io.istos.storage.StorageSetupException;

/**
 * Shows a {@link StorageSetupException} as problem and remedy.
 */
final class StorageSetupFailureAnalyzer extends AbstractFailureAnalyzer<StorageSetupException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, StorageSetupException cause) {
		return new FailureAnalysis(cause.problem(), cause.remedy(), cause);
	}

}
