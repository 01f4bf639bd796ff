package io.istos.advice;

import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.support.RegisteredBean;
import org.springframework.core.GenericTypeResolver;

/**
 * Keeps, in a native image, what expressions and JSON need of the arguments and results
 * of durable methods.
 */
final class DurableAotProcessor implements BeanRegistrationAotProcessor {

	private final DurableAnnotations annotations = new DurableAnnotations();

	private final BindingReflectionHintsRegistrar registrar = new BindingReflectionHintsRegistrar();

	@Override
	public @Nullable BeanRegistrationAotContribution processAheadOfTime(RegisteredBean registeredBean) {
		Class<?> type = registeredBean.getBeanClass();
		List<Type> types = new ArrayList<>();
		for (Method method : this.annotations.methods(type).keySet()) {
			types.add(GenericTypeResolver.resolveType(method.getGenericReturnType(), type));
			types.addAll(arguments(method, type));
		}
		return types.isEmpty() ? null
				: (generation, code) -> register(generation.getRuntimeHints().reflection(), types);
	}

	private static List<Type> arguments(Method method, Class<?> type) {
		List<Type> arguments = new ArrayList<>();
		for (int i = 0; i < method.getParameterCount(); i++) {
			if (!TypeNames.isOneOf(method.getParameterTypes()[i], TypeNames.INFRASTRUCTURE)) {
				arguments.add(GenericTypeResolver.resolveType(method.getGenericParameterTypes()[i], type));
			}
		}
		return arguments;
	}

	private void register(ReflectionHints hints, List<Type> types) {
		this.registrar.registerReflectionHints(hints, types.toArray(Type[]::new));
	}

}
