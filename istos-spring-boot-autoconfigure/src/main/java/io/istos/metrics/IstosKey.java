package io.istos.metrics;

import java.util.Locale;

import io.micrometer.common.docs.KeyName;

/**
 * The keys of observations and meters. Each has few values: never a business key, and
 * never a scope.
 */
enum IstosKey implements KeyName {

	OPERATION("operation", "name of the durable operation; of the store: what it is asked"),

	BOUNDARY("boundary", "where claim and completion are written: `auto`, `required`, `own` or `joined`"),

	METHOD("method", "class and method that are leased, or `ScopeLeases` for calls without an annotation"),

	OUTCOME("outcome", "what came of it, see below"),

	TRANSACTION("transaction", "in which transaction the store is asked: `joined`, that of the business, or its `own`"),

	KIND("kind", "what is renewed: `claim` or `lease`"),

	REASON("reason", "why the lease was lost: `expired`, `taken-over` or `unreachable`"),

	ROWS("rows", "what the rows are: `claims` or `event-log`");

	private final String text;

	private final String meaning;

	IstosKey(String text, String meaning) {
		this.text = text;
		this.meaning = meaning;
	}

	@Override
	public String asString() {
		return this.text;
	}

	String meaning() {
		return this.meaning;
	}

	/**
	 * A value of a key as it is written.
	 */
	static String value(Enum<?> value) {
		return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

}
