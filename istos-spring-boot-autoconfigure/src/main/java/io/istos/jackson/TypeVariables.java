package io.istos.jackson;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds what a generic type leaves open.
 */
final class TypeVariables {

	private TypeVariables() {
	}

	static Optional<String> first(Type type) {
		if (type instanceof TypeVariable<?> variable) {
			return Optional.of(variable.getName());
		}
		return parts(type).flatMap((part) -> first(part).stream()).findFirst();
	}

	private static Stream<Type> parts(Type type) {
		if (type instanceof ParameterizedType parameterized) {
			return Arrays.stream(parameterized.getActualTypeArguments());
		}
		if (type instanceof GenericArrayType array) {
			return Stream.of(array.getGenericComponentType());
		}
		return (type instanceof WildcardType wildcard) ? Arrays.stream(wildcard.getUpperBounds()) : Stream.empty();
	}

}
