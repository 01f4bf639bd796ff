package io.istos.jackson;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;

/**
 * Holds a generic type: {@code new Ref<List<Order>>() {}.getType()}.
 */
abstract class Ref<T> {

	final Type getType() {
		return ((ParameterizedType) getClass().getGenericSuperclass()).getActualTypeArguments()[0];
	}

}
