package io.istos.advice;

import java.lang.reflect.Method;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

import org.springframework.core.MethodClassKey;

/**
 * The annotated methods of a bean factory. Each is read once. Thread-safe.
 *
 * @param <E> what is known of a method
 */
final class MethodCatalog<E extends MethodEntry> {

	private final Map<MethodClassKey, E> entries = new ConcurrentHashMap<>();

	private final Map<MethodClassKey, E> invoked = new ConcurrentHashMap<>();

	private final AnnotatedMethods annotated;

	private final Function<MethodSource, E> reader;

	MethodCatalog(AnnotatedMethods annotated, Function<MethodSource, E> reader) {
		this.annotated = annotated;
		this.reader = reader;
	}

	/**
	 * The entry of a method as it is invoked.
	 * @param method the method, on a class or an interface
	 * @param targetClass the class of the bean
	 */
	E get(Method method, Class<?> targetClass) {
		MethodClassKey key = new MethodClassKey(method, targetClass);
		E entry = this.invoked.get(key);
		if (entry == null) {
			MethodSource source = this.annotated.methods(targetClass)
				.get(AnnotatedMethods.specific(method, targetClass));
			entry = define(Objects.requireNonNull(source, "Not an annotated method"));
			this.invoked.put(key, entry);
		}
		return entry;
	}

	/**
	 * Read a method, unless that is done.
	 */
	E define(MethodSource source) {
		E known = this.entries.get(source.key());
		if (known != null) {
			return known;
		}
		E entry = this.reader.apply(source);
		E earlier = this.entries.putIfAbsent(source.key(), entry);
		return (earlier != null) ? earlier : entry;
	}

	Collection<E> entries() {
		return this.entries.values();
	}

}
