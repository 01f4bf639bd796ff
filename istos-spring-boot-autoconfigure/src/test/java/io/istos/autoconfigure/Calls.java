package io.istos.autoconfigure;

import org.springframework.context.ApplicationContext;

import io.istos.engine.DurableOperation;
import io.istos.engine.DurableOperations;
import io.istos.engine.DurableOptions;

/**
 * Calls a durable operation of a context.
 */
final class Calls {

	private final DurableOperation<String> operation;

	private Calls(DurableOperation<String> operation) {
		this.operation = operation;
	}

	static Calls of(ApplicationContext context) {
		return of(context, DurableOptions.defaults());
	}

	static Calls of(ApplicationContext context, DurableOptions options) {
		return of(context, "greet", options);
	}

	static Calls of(ApplicationContext context, String operation, DurableOptions options) {
		return new Calls(context.getBean(DurableOperations.class).define(operation, String.class, options));
	}

	String call(String key, String result) throws Exception {
		return this.operation.call(key, null, () -> result);
	}

	String callUnchecked(String key, String result) {
		try {
			return call(key, result);
		}
		catch (RuntimeException ex) {
			throw ex;
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

}
