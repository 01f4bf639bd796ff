package io.istos.jackson;

import java.util.Map;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JacksonException.Reference;
import tools.jackson.databind.exc.InvalidDefinitionException;

/**
 * What may be told about a failure of Jackson's: kind and place, never a value. Its own
 * messages quote what they stumbled over.
 */
final class Failure {

	private static final int LONGEST_PATH = 12;

	private Failure() {
	}

	static String describe(RuntimeException failure) {
		return "at " + path(failure) + ": " + reason(failure);
	}

	/**
	 * What Jackson met, if it was not Jackson that failed.
	 */
	static @Nullable Throwable cause(RuntimeException failure) {
		Throwable cause = failure;
		while (cause instanceof JacksonException) {
			cause = cause.getCause();
		}
		return cause;
	}

	private static String reason(RuntimeException failure) {
		if (failure instanceof InvalidDefinitionException definition) {
			// Speaks of types only.
			return definition.getOriginalMessage();
		}
		Throwable cause = failure.getCause();
		String kind = failure.getClass().getSimpleName();
		return (cause != null) ? kind + " caused by " + cause.getClass().getName() : kind;
	}

	private static String path(RuntimeException failure) {
		StringBuilder path = new StringBuilder();
		if (failure instanceof JacksonException jackson) {
			jackson.getPath().stream().limit(LONGEST_PATH).forEach((reference) -> append(path, reference));
			if (jackson.getPath().size() > LONGEST_PATH) {
				path.append("...");
			}
		}
		return path.isEmpty() ? "the value itself" : "'" + path + "'";
	}

	private static void append(StringBuilder path, Reference reference) {
		if (reference.getPropertyName() == null) {
			path.append('[').append((reference.getIndex() >= 0) ? reference.getIndex() : "?").append(']');
		}
		else if (isMap(reference.from())) {
			// A key is data.
			path.append("[*]");
		}
		else {
			path.append(path.isEmpty() ? "" : ".").append(reference.getPropertyName());
		}
	}

	private static boolean isMap(Object from) {
		return from instanceof Map || (from instanceof Class<?> type && Map.class.isAssignableFrom(type));
	}

}
