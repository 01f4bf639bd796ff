package io.istos.advice;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.ZoneId;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalAmount;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import org.jspecify.annotations.Nullable;

/**
 * Turns the value of an expression into text for a key or a scope. Only values whose text
 * is the same on every node and after every restart are accepted: of an object without
 * such a text {@code toString()} would make each call its own key, of a record or a
 * collection a key that changes with its class.
 */
final class KeyText {

	private static final List<Class<?>> STABLE = List.of(CharSequence.class, Boolean.class, Character.class, Byte.class,
			Short.class, Integer.class, Long.class, Float.class, Double.class, BigInteger.class, BigDecimal.class,
			AtomicInteger.class, AtomicLong.class, UUID.class, URI.class, Currency.class, Locale.class);

	private static final List<Class<?>> STABLE_IF_JDK = List.of(TemporalAccessor.class, TemporalAmount.class,
			ZoneId.class);

	private KeyText() {
	}

	static @Nullable String of(@Nullable Object value, CallExpression expression) {
		if (value == null) {
			return null;
		}
		if (value instanceof Optional<?> optional) {
			return of(optional.orElse(null), expression);
		}
		if (value instanceof Enum<?> constant) {
			return constant.name();
		}
		if (isStable(value.getClass())) {
			return value.toString();
		}
		throw expression.refusal("yields a " + value.getClass().getTypeName()
				+ ", whose text is no dependable key: the method did not run. Name the part that identifies it, as text,"
				+ " a number, a UUID or an enum constant");
	}

	private static boolean isStable(Class<?> type) {
		return STABLE.stream().anyMatch((stable) -> stable.isAssignableFrom(type))
				|| (type.getName().startsWith("java.time.")
						&& STABLE_IF_JDK.stream().anyMatch((stable) -> stable.isAssignableFrom(type)));
	}

}
