package io.istos.advice;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.format.datetime.standard.DurationFormatterUtils;
import org.springframework.util.StringUtils;

/**
 * Reads the text attributes of an annotation, placeholders resolved.
 */
final class TextAttributes {

	private final ConfigurableBeanFactory beanFactory;

	private final MethodSource source;

	TextAttributes(ConfigurableBeanFactory beanFactory, MethodSource source) {
		this.beanFactory = beanFactory;
		this.source = source;
	}

	String text(String attribute) {
		String text = this.source.annotation().getString(attribute);
		try {
			String resolved = this.beanFactory.resolveEmbeddedValue(text);
			return (resolved != null) ? resolved : "";
		}
		catch (IllegalArgumentException ex) {
			throw this.source.refusal("has a placeholder in '" + attribute + "' that can't be resolved: " + text,
					"Define the property, or give the placeholder a default", ex);
		}
	}

	@Nullable Duration duration(String attribute) {
		String text = text(attribute);
		if (!StringUtils.hasText(text)) {
			return null;
		}
		try {
			return parse(text.trim());
		}
		catch (IllegalArgumentException | ArithmeticException ex) {
			throw this.source.refusal("has '" + text + "' as '" + attribute + "', which is no duration",
					"Write a number and a unit (500ms, 30s, 10m, 1h, 7d), several of them (1h30m), or ISO-8601 (PT5M)",
					ex);
		}
	}

	// A bare number would have to guess its unit.
	private static Duration parse(String text) {
		if (Character.isDigit(text.charAt(text.length() - 1))) {
			throw new IllegalArgumentException("No unit");
		}
		return DurationFormatterUtils.detectAndParse(text);
	}

}
