package io.istos.advice;

import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.support.RegisteredBean;
import org.springframework.core.GenericTypeResolver;

/**
 * Keeps, in a native image, what expressions need of the arguments of annotated methods,
 * and what JSON needs of the results of durable ones.
 */
final class AdviceAotProcessor implements BeanRegistrationAotProcessor {

	private final List<AnnotatedMethods> annotated = Arrays.stream(AdviceKind.values())
		.map(AnnotatedMethods::new)
		.toList();

	private final BindingReflectionHintsRegistrar registrar = new BindingReflectionHintsRegistrar();

	@Override
	public @Nullable BeanRegistrationAotContribution processAheadOfTime(RegisteredBean registeredBean) {
		Class<?> type = registeredBean.getBeanClass();
		List<Type> types = this.annotated.stream()
			.flatMap((annotated) -> annotated.methods(type).values().stream())
			.flatMap((source) -> types(source).stream())
			.toList();
		return types.isEmpty() ? null
				: (generation, code) -> register(generation.getRuntimeHints().reflection(), types);
	}

	private static List<Type> types(MethodSource source) {
		List<Type> types = new ArrayList<>();
		Method method = source.method();
		if (source.kind() == AdviceKind.DURABLE) {
			types.add(GenericTypeResolver.resolveType(method.getGenericReturnType(), source.targetClass()));
		}
		for (int i = 0; i < method.getParameterCount(); i++) {
			if (!TypeNames.isOneOf(method.getParameterTypes()[i], TypeNames.INFRASTRUCTURE)) {
				types.add(GenericTypeResolver.resolveType(method.getGenericParameterTypes()[i], source.targetClass()));
			}
		}
		return types;
	}

	private void register(ReflectionHints hints, List<Type> types) {
		this.registrar.registerReflectionHints(hints, types.toArray(Type[]::new));
	}

}
