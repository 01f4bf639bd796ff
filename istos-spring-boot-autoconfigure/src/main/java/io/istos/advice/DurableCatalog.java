package io.istos.advice;

import java.lang.reflect.Method;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.MethodClassKey;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.util.ClassUtils;

import io.istos.Durable;
import io.istos.engine.DurableOperations;

/**
 * The durable methods of a bean factory with their operations. Each is read and defined
 * once. Thread-safe.
 */
final class DurableCatalog {

	private final Map<MethodClassKey, CatalogEntry> entries = new ConcurrentHashMap<>();

	private final Map<MethodClassKey, CatalogEntry> invoked = new ConcurrentHashMap<>();

	private final ConfigurableListableBeanFactory beanFactory;

	private final DurableAnnotations annotations;

	private final DurableMethodReader reader;

	DurableCatalog(ConfigurableListableBeanFactory beanFactory, DurableAnnotations annotations,
			DurableMethodReader reader) {
		this.beanFactory = beanFactory;
		this.annotations = annotations;
		this.reader = reader;
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

	Collection<CatalogEntry> entries() {
		return this.entries.values();
	}

	synchronized CatalogEntry define(DurableMethodSource source) {
		MethodClassKey key = new MethodClassKey(source.method(), source.targetClass());
		CatalogEntry known = this.entries.get(key);
		if (known != null) {
			return known;
		}
		CatalogEntry entry = define(this.reader.read(source));
		this.entries.put(key, entry);
		return entry;
	}

	private CatalogEntry define(DurableMethod method) {
		for (CatalogEntry other : this.entries.values()) {
			method.source()
				.refuseIf(other.method().name().equals(method.name()),
						"has the same name '" + method.name() + "' as '" + other.source().describe()
								+ "': calls of both would share their keys",
						"Give each a name of its own with @Durable(name = \"…\")");
		}
		try {
			return new CatalogEntry(method,
					operations(method).define(method.name(), method.resultType(), method.options()));
		}
		catch (IllegalArgumentException | IllegalStateException ex) {
			if (ex instanceof InvalidDurableMethodException) {
				throw ex;
			}
			throw method.source().refusal("can't be durable as it is", String.valueOf(ex.getMessage()), ex);
		}
	}

	private DurableOperations operations(DurableMethod method) {
		try {
			return this.beanFactory.getBean(DurableOperations.class);
		}
		catch (NoSuchBeanDefinitionException ex) {
			throw method.source()
				.refusal("has no engine to run it: there is no single DurableOperations bean",
						"Provide a DataSource for PostgreSQL, or set istos.storage.type=memory", ex);
		}
	}

}
