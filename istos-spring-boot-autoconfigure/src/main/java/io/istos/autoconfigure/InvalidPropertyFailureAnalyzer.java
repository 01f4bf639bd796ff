package io.istos.autoconfigure;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;

/**
 * Shows what {@link PropertyRules} refused, where Boot would show how it came to bind it.
 */
final class InvalidPropertyFailureAnalyzer extends AbstractFailureAnalyzer<InvalidConfigurationPropertyValueException>
		implements Ordered {

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure,
			InvalidConfigurationPropertyValueException cause) {
		if (!cause.getName().startsWith("istos.")) {
			return null;
		}
		return new FailureAnalysis("Property " + cause.getName() + " has the value '" + cause.getValue() + "', but "
				+ cause.getReason() + ".", "Change the property, or leave it out for its default.", cause);
	}

	@Override
	public int getOrder() {
		return HIGHEST_PRECEDENCE;
	}

}
