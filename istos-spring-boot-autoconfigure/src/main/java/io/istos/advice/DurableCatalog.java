package io.istos.advice;

import java.lang.reflect.Method;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

import org.springframework.core.MethodClassKey;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.util.ClassUtils;

import io.istos.Durable;

/**
 * The durable methods of a bean factory with their operations. Each is read once.
 * Thread-safe.
 */
final class DurableCatalog {

	private final Map<MethodClassKey, CatalogEntry> entries = new ConcurrentHashMap<>();

	private final Map<MethodClassKey, CatalogEntry> invoked = new ConcurrentHashMap<>();

	private final DurableAnnotations annotations;

	private final DurableMethodReader reader;

	private final DefinedOperations operations;

	DurableCatalog(DurableAnnotations annotations, DurableMethodReader reader, DefinedOperations operations) {
		this.annotations = annotations;
		this.reader = reader;
		this.operations = operations;
	}

	/**
	 * The entry of a method as it is invoked.
	 * @param method the method, on a class or an interface
	 * @param targetClass the class of the bean
	 */
	CatalogEntry get(Method method, Class<?> targetClass) {
		MethodClassKey key = new MethodClassKey(method, targetClass);
		CatalogEntry entry = this.invoked.get(key);
		if (entry == null) {
			Method specific = DurableAnnotations.specific(method, targetClass);
			MergedAnnotation<Durable> annotation = this.annotations.methods(targetClass).get(specific);
			entry = define(new DurableMethodSource(specific, ClassUtils.getUserClass(targetClass),
					Objects.requireNonNull(annotation, "Not a durable method")));
			this.invoked.put(key, entry);
		}
		return entry;
	}

	/**
	 * Read a method and define its operation, unless that is done.
	 */
	CatalogEntry define(DurableMethodSource source) {
		CatalogEntry known = this.entries.get(source.key());
		if (known != null) {
			return known;
		}
		DurableMethod method = this.reader.read(source);
		CatalogEntry entry = new CatalogEntry(method, this.operations.define(method));
		CatalogEntry earlier = this.entries.putIfAbsent(source.key(), entry);
		return (earlier != null) ? earlier : entry;
	}

	Collection<CatalogEntry> entries() {
		return this.entries.values();
	}

}
