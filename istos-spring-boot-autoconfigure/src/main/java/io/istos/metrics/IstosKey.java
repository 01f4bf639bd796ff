package io.istos.metrics;

import java.util.Locale;

import io.micrometer.common.docs.KeyName;

/**
 * The keys of observations and meters. Each has a few values: never a business key, and
 * never a scope.
 */
public enum IstosKey implements KeyName {

	/**
	 * Name of the durable operation.
	 */
	OPERATION("operation"),

	/**
	 * Where claim and completion are written: auto, required, own or joined.
	 */
	BOUNDARY("boundary"),

	/**
	 * What came of it.
	 */
	OUTCOME("outcome"),

	/**
	 * Class and method that are leased, or {@code ScopeLeases} for calls without an
	 * annotation.
	 */
	METHOD("method"),

	/**
	 * Whether the store is asked in the transaction of the business, or in one of its
	 * own: joined or own.
	 */
	TRANSACTION("transaction"),

	/**
	 * What is renewed: claim or lease.
	 */
	KIND("kind"),

	/**
	 * Why a lease was lost: expired, taken-over or unreachable.
	 */
	REASON("reason"),

	/**
	 * The rows that were purged: claims or event-log.
	 */
	ROWS("rows");

	private final String text;

	IstosKey(String text) {
		this.text = text;
	}

	@Override
	public String asString() {
		return this.text;
	}

	/**
	 * A value of a key as it is written.
	 */
	static String value(Enum<?> value) {
		return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

}
