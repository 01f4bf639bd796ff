package io.istos.engine;

import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.istos.InvalidKeyException;
import io.istos.InvalidOptionException;
import io.istos.KeyScope;
import io.istos.MissingKeyException;
import io.istos.storage.ClaimKey;
import io.istos.storage.ScopeKey;

/**
 * Builds the keys of claims and leases: namespace and key scope, then what identifies the
 * call.
 */
final class CallKeys {

	private static final String SEPARATOR = "|";

	private final String namespace;

	private final Supplier<? extends @Nullable KeyScope> scope;

	CallKeys(String namespace, Supplier<? extends @Nullable KeyScope> scope) {
		if (namespace.contains(SEPARATOR)) {
			throw new InvalidOptionException("The namespace '" + namespace + "' contains '" + SEPARATOR + "'",
					"Choose an istos.namespace without it");
		}
		this.namespace = namespace;
		this.scope = scope;
	}

	ClaimKey resolve(String operation, @Nullable String key) {
		if (key == null || key.isBlank()) {
			throw new MissingKeyException("Operation '" + operation + "' was called without a key (" + describe(key)
					+ "): the method did not run. Let its key expression yield a non-blank value");
		}
		return new ClaimKey(namespace(operation), operation, key);
	}

	ScopeKey scope(String scope) {
		return new ScopeKey(namespaceOf("scope '" + scope + "'"), scope);
	}

	private static String describe(@Nullable String key) {
		return (key != null) ? "blank" : "null";
	}

	String namespace(String operation) {
		return namespaceOf("operation '" + operation + "'");
	}

	String namespace() {
		return namespaceOf("the coordination");
	}

	private String namespaceOf(String what) {
		KeyScope keyScope = this.scope.get();
		String current = (keyScope != null) ? keyScope.current() : null;
		if (current == null) {
			return this.namespace;
		}
		if (current.isBlank() || current.contains(SEPARATOR)) {
			throw new InvalidKeyException("The key scope of a call of " + what + " is blank or contains '" + SEPARATOR
					+ "': the method did not run");
		}
		return this.namespace + SEPARATOR + current;
	}

}
