package io.istos.actuate;

import org.jspecify.annotations.Nullable;

/**
 * What questions and orders need of their parameters.
 */
final class Parameters {

	private Parameters() {
	}

	static String required(String name, @Nullable String value) {
		if (value == null || value.isBlank()) {
			throw new IllegalArgumentException("'" + name + "' is missing");
		}
		return value;
	}

}
