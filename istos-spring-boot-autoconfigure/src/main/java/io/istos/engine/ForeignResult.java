package io.istos.engine;

import org.jspecify.annotations.Nullable;

import io.istos.IstosException;
import io.istos.storage.Outcome;

/**
 * Makes an outcome of JSON that a person wrote. A codec is lenient with what it stored
 * itself once: what it doesn't know is dropped, what is missing becomes null or zero. In
 * what a person wrote both are slips, so it is compared with what would be stored.
 *
 * @param spec the operation
 */
record ForeignResult(OperationSpec spec) {

	Outcome outcome(@Nullable String json) {
		if (!this.spec.options().storeResult()) {
			return unstored(json);
		}
		if (this.spec.type() == void.class || this.spec.type() == Void.class) {
			return nothing(json);
		}
		if (json == null) {
			throw refusal("is missing. Give the JSON of a " + typeName() + ", null if the method returned null", null);
		}
		Object value = read(json);
		String stored = encode(value);
		if (!isSame(json, stored)) {
			throw refusal("would be read as " + stored + ". If that is meant, give it so", null);
		}
		return this.spec.result(value);
	}

	private Outcome unstored(@Nullable String json) {
		if (json != null) {
			throw refusal("must be absent: the operation doesn't store its results (storeResult = false)", null);
		}
		return Outcome.UNKNOWN;
	}

	private Outcome nothing(@Nullable String json) {
		if (json != null && !json.isBlank() && !"null".equals(json.strip())) {
			throw refusal("must be null or absent: the method returns nothing", null);
		}
		return this.spec.result(null);
	}

	private @Nullable Object read(String json) {
		try {
			return this.spec.codec().decode(json, this.spec.type());
		}
		catch (IstosException ex) {
			throw refusal("can't be read as " + typeName() + " (" + ex.getMessage() + ")", ex);
		}
	}

	private String encode(@Nullable Object value) {
		try {
			return this.spec.codec().encode(value, this.spec.type());
		}
		catch (IstosException ex) {
			throw refusal("can't be stored (" + ex.getMessage() + ")", ex);
		}
	}

	private boolean isSame(String given, String stored) {
		try {
			return canonical(given).equals(canonical(stored));
		}
		catch (IstosException | IllegalArgumentException ex) {
			// A codec of the application's own may know nothing but declared types.
			return true;
		}
	}

	private String canonical(String json) {
		return this.spec.codec().canonical(this.spec.codec().decode(json, Object.class));
	}

	private String typeName() {
		return this.spec.type().getTypeName();
	}

	private IllegalArgumentException refusal(String reason, @Nullable Exception cause) {
		return new IllegalArgumentException("The result for operation '" + this.spec.name() + "' " + reason, cause);
	}

}
