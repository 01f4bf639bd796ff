package io.istos.advice;

import java.lang.reflect.Type;

import io.istos.engine.DurableOptions;

/**
 * A durable method, read once: what its annotation says, checked.
 *
 * @param source where it was found
 * @param name the name of its operation
 * @param named whether the annotation names it
 * @param resultType its generic return type, type variables resolved for the bean
 * @param options how it is durable
 * @param identity what makes its calls the same
 */
record DurableMethod(MethodSource source, String name, boolean named, Type resultType, DurableOptions options,
		CallIdentity identity) {
}
