package io.istos.advice;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.MethodClassKey;

import io.istos.engine.DurableOperation;
import io.istos.engine.DurableOperations;

/**
 * The operations that annotations define, with the context that has the engine: a child
 * context adds to them, and finds them again when it is created anew. Thread-safe.
 */
final class DefinedOperations {

	private final Map<MethodClassKey, Definition> definitions = new HashMap<>();

	private final ObjectProvider<DurableOperations> engine;

	private final Supplier<@Nullable DefinedOperations> parent;

	/**
	 * Create the operations of a context.
	 * @param engine finds the engine
	 * @param parent supplies the operations of the parent context
	 */
	DefinedOperations(ObjectProvider<DurableOperations> engine, Supplier<@Nullable DefinedOperations> parent) {
		this.engine = engine;
		this.parent = parent;
	}

	/**
	 * The operation of a method, defined if it is not yet.
	 */
	DurableOperation<?> define(DurableMethod method) {
		DurableOperations operations = this.engine.getIfUnique();
		if (operations == null) {
			throw method.source().noEngine();
		}
		return owner(operations).define(method, operations);
	}

	private DefinedOperations owner(DurableOperations operations) {
		DefinedOperations ancestor = this.parent.get();
		return (ancestor != null && ancestor.engine.getIfUnique() == operations) ? ancestor.owner(operations) : this;
	}

	// No bean is looked up in here: whoever creates beans may be waiting for this lock.
	private synchronized DurableOperation<?> define(DurableMethod method, DurableOperations operations) {
		Definition known = this.definitions.get(method.source().key());
		if (known == null) {
			this.definitions.values().forEach((other) -> refuseSameName(method, other.method()));
			known = new Definition(method, create(method, operations));
			this.definitions.put(method.source().key(), known);
		}
		method.source()
			.refuseIf(
					!known.method().options().equals(method.options()) || !known.method().name().equals(method.name()),
					"is configured otherwise in another context with the same engine",
					"Let its placeholders have the same values in both, or give each context an engine of its own");
		return known.operation();
	}

	private static void refuseSameName(DurableMethod method, DurableMethod other) {
		method.source()
			.refuseIf(other.name().equals(method.name()),
					"has the same name '" + method.name() + "' as '" + other.source().describe()
							+ "': calls of both would share their keys",
					"Give each a name of its own with @Durable(name = \"…\")");
	}

	private static DurableOperation<?> create(DurableMethod method, DurableOperations operations) {
		try {
			return operations.define(method.name(), method.resultType(), method.options());
		}
		catch (IllegalArgumentException | IllegalStateException ex) {
			throw method.source().refusal("can't be durable as it is", String.valueOf(ex.getMessage()), ex);
		}
	}

	private record Definition(DurableMethod method, DurableOperation<?> operation) {
	}

}
