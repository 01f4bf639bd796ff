package io.istos.admin;

import org.jspecify.annotations.Nullable;

/**
 * The application's namespace, and the key scopes below it.
 *
 * @param base the namespace without key scope
 */
record Namespaces(String base) {

	private static final String SEPARATOR = "|";

	String of(@Nullable String keyScope) {
		if (keyScope == null) {
			return this.base;
		}
		if (keyScope.isBlank() || keyScope.contains(SEPARATOR)) {
			throw new IllegalArgumentException("A key scope is not blank and has no '" + SEPARATOR + "'");
		}
		return this.base + SEPARATOR + keyScope;
	}

	@Nullable String keyScope(String namespace) {
		int begin = this.base.length() + SEPARATOR.length();
		return (namespace.length() > begin) ? namespace.substring(begin) : null;
	}

}
