package io.istos.advice;

import java.lang.reflect.Method;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A call, as {@code #root} of its expressions.
 *
 * @param method the method
 * @param arguments the arguments
 * @param target the bean, without its proxy
 */
public record CallRoot(Method method, List<@Nullable Object> arguments, @Nullable Object target) {
}
