package io.istos.advice;

import java.lang.reflect.Method;

import org.springframework.aop.support.StaticMethodMatcherPointcut;

/**
 * Matches durable methods.
 */
final class DurablePointcut extends StaticMethodMatcherPointcut {

	private final DurableAnnotations annotations;

	DurablePointcut(DurableAnnotations annotations) {
		this.annotations = annotations;
		setClassFilter((type) -> !annotations.methods(type).isEmpty());
	}

	@Override
	public boolean matches(Method method, Class<?> targetClass) {
		return this.annotations.isDurable(method, targetClass);
	}

}
