package io.istos.advice;

import java.lang.reflect.Method;

import org.springframework.aop.support.StaticMethodMatcherPointcut;

/**
 * Matches annotated methods.
 */
final class AnnotatedPointcut extends StaticMethodMatcherPointcut {

	private final AnnotatedMethods annotations;

	AnnotatedPointcut(AnnotatedMethods annotations) {
		this.annotations = annotations;
		setClassFilter((type) -> !annotations.methods(type).isEmpty());
	}

	@Override
	public boolean matches(Method method, Class<?> targetClass) {
		return this.annotations.contains(method, targetClass);
	}

}
