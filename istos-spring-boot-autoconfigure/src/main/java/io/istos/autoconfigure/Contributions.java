package io.istos.autoconfigure;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.util.ClassUtils;
import org.springframework.util.function.SingletonSupplier;

import io.istos.AbandonedResolver;
import io.istos.KeyScope;
import io.istos.LeaseListener;
import io.istos.ResultCipher;
import io.istos.engine.DurableOperations.Collaborators;
import io.istos.engine.EngineListener;
import io.istos.storage.StorageDecorator;
import io.istos.storage.StoragePlugin;

/**
 * What the application contributes to the engine. Looked up when first needed, so that
 * these beans may themselves depend on Istos.
 */
final class Contributions {

	private final SingletonSupplier<Optional<KeyScope>> keyScope;

	private final SingletonSupplier<Map<String, AbandonedResolver<?>>> resolvers;

	private final SingletonSupplier<Optional<ResultCipher>> cipher;

	private final SingletonSupplier<List<LeaseListener>> leaseListeners;

	private final SingletonSupplier<List<EngineListener>> engineListeners;

	private final ObjectProvider<StorageDecorator> decorators;

	Contributions(ObjectProvider<KeyScope> keyScope, ObjectProvider<AbandonedResolver<?>> resolvers,
			ObjectProvider<ResultCipher> cipher, ObjectProvider<LeaseListener> leaseListeners,
			ObjectProvider<EngineListener> engineListeners, ObjectProvider<StorageDecorator> decorators) {
		this.keyScope = SingletonSupplier.of(() -> single(keyScope, "KeyScope bean could name the scope of a call"));
		this.resolvers = SingletonSupplier.of(() -> byOperation(resolvers));
		this.cipher = SingletonSupplier.of(() -> single(cipher, "ResultCipher bean could encrypt results"));
		this.leaseListeners = SingletonSupplier.of(() -> leaseListeners.orderedStream().toList());
		this.engineListeners = SingletonSupplier.of(() -> engineListeners.orderedStream().toList());
		this.decorators = decorators;
	}

	Collaborators collaborators(@Nullable ClassLoader classLoader) {
		return new Collaborators(() -> this.keyScope.obtain().orElse(null),
				(operation) -> this.resolvers.obtain().get(operation), traceId(),
				() -> this.cipher.obtain().orElse(null), this.engineListeners::obtain, classLoader);
	}

	/**
	 * The store, with whatever is to be around it.
	 */
	StoragePlugin decorate(StoragePlugin store) {
		return this.decorators.orderedStream()
			.reduce(store, (inner, decorator) -> decorator.decorate(inner), (first, second) -> second);
	}

	LeaseListener leaseListener(ApplicationEventPublisher publisher) {
		return new LeaseEvents(this.leaseListeners, publisher);
	}

	/**
	 * Look everything up, so that what is ambiguous fails the start-up, and Istos's
	 * threads never create a bean.
	 */
	void check() {
		this.keyScope.obtain();
		this.resolvers.obtain();
		this.cipher.obtain();
		this.leaseListeners.obtain();
		this.engineListeners.obtain();
	}

	private static <T> Optional<T> single(ObjectProvider<T> beans, String couldDoIt) {
		try {
			return Optional.ofNullable(beans.getIfAvailable());
		}
		catch (NoUniqueBeanDefinitionException ex) {
			throw new SetupException("More than one " + couldDoIt + ": " + ex.getBeanNamesFound() + ".",
					"Leave one of them, or make one @Primary.", ex);
		}
	}

	private static Map<String, AbandonedResolver<?>> byOperation(ObjectProvider<AbandonedResolver<?>> resolvers) {
		Map<String, AbandonedResolver<?>> byOperation = new HashMap<>();
		resolvers.orderedStream().forEach((resolver) -> {
			AbandonedResolver<?> other = byOperation.put(resolver.operation(), resolver);
			if (other != null) {
				throw new SetupException(
						"Two AbandonedResolver beans decide for operation '" + resolver.operation() + "': "
								+ other.getClass().getName() + " and " + resolver.getClass().getName() + ".",
						"Leave one of them, or let each return the name of an operation of its own.");
			}
		});
		return byOperation;
	}

	private static Supplier<@Nullable String> traceId() {
		boolean present = ClassUtils.isPresent("org.slf4j.MDC", Contributions.class.getClassLoader());
		return present ? new MdcTraceId() : () -> null;
	}

	/** A class of its own, since SLF4J may be absent. */
	private static final class MdcTraceId implements Supplier<@Nullable String> {

		@Override
		public @Nullable String get() {
			return MDC.get("traceId");
		}

	}

}
