package io.istos.advice;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.istos.InvalidKeyException;
import io.istos.engine.DurableOperation;

/**
 * What makes calls of a method the same, and their arguments equal.
 *
 * @param source the method
 * @param key the key expression; {@code null} for {@code keyOfAll}, or for none
 * @param keyOfAll whether all relevant arguments are the key
 * @param fingerprint the fingerprint expression; {@code null} for
 * {@code fingerprintOfAll}, or for none
 * @param fingerprintOfAll whether all relevant arguments are the fingerprint
 * @param relevant the positions of the relevant arguments
 */
record CallIdentity(MethodSource source, @Nullable CallExpression key, boolean keyOfAll,
		@Nullable CallExpression fingerprint, boolean fingerprintOfAll, List<Integer> relevant) {

	@Nullable String key(CallRoot call, DurableOperation<?> operation) {
		if (this.keyOfAll) {
			return digest(relevant(call), operation);
		}
		return (this.key != null) ? this.key.evaluateText(call) : null;
	}

	@Nullable String fingerprint(CallRoot call, DurableOperation<?> operation) {
		if (this.fingerprintOfAll) {
			return digest(relevant(call), operation);
		}
		return (this.fingerprint != null) ? digest(this.fingerprint.evaluate(call), operation) : null;
	}

	/**
	 * The key, for people.
	 */
	String describe() {
		if (this.keyOfAll) {
			return "key: all arguments";
		}
		return (this.key != null) ? "key " + this.key.text() : "no key";
	}

	private List<@Nullable Object> relevant(CallRoot call) {
		List<@Nullable Object> arguments = new ArrayList<>();
		for (int index : this.relevant) {
			arguments.add(call.arguments().get(index));
		}
		return arguments;
	}

	private String digest(@Nullable Object value, DurableOperation<?> operation) {
		try {
			return operation.digest(value);
		}
		catch (IllegalArgumentException ex) {
			InvalidKeyException refusal = new InvalidKeyException("The arguments of '" + this.source.describe()
					+ "' can't be told apart: the method did not run. Put @IgnoreInKey on the parameter, or set"
					+ " 'fingerprint'. " + ex.getMessage());
			refusal.addSuppressed(ex);
			throw refusal;
		}
	}

}
