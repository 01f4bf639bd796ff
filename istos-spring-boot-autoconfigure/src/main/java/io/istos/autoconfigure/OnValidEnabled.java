package io.istos.autoconfigure;

import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Refuses to start with an {@code istos.enabled} that is neither true nor false: taken
 * for false, it would silently make durable methods plain ones.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class OnValidEnabled implements Condition {

	private static final String NAME = "istos.enabled";

	@Override
	public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
		String value = context.getEnvironment().getProperty(NAME, "true");
		PropertyRules.check(value.equalsIgnoreCase("true") || value.equalsIgnoreCase("false"), NAME, value,
				"must be true or false");
		return true;
	}

}
