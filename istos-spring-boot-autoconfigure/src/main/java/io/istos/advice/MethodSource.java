package io.istos.advice;

import java.lang.reflect.Method;
import java.util.StringJoiner;

import org.jspecify.annotations.Nullable;

import org.springframework.core.MethodClassKey;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;

/**
 * An annotated method as it was found.
 *
 * @param kind what its annotation makes of it
 * @param method the most specific method, never a bridge
 * @param targetClass the user class of the bean
 * @param annotation its annotation
 */
record MethodSource(AdviceKind kind, Method method, Class<?> targetClass, MergedAnnotation<?> annotation) {

	InvalidMethodException refusal(String problem, String remedy) {
		return refusal(problem, remedy, null);
	}

	InvalidMethodException refusal(String problem, String remedy, @Nullable Throwable cause) {
		return new InvalidMethodException(
				StringUtils.capitalize(this.kind.word()) + " method '" + describe() + "' " + problem, remedy, cause);
	}

	InvalidMethodException noEngine() {
		return refusal("has no engine to run it: there is no single " + this.kind.door() + " bean",
				"Let IstosAutoConfiguration provide it; in a test slice, add @AutoConfigureIstos");
	}

	void refuseIf(boolean condition, String problem, String remedy) {
		if (condition) {
			throw refusal(problem, remedy);
		}
	}

	MethodClassKey key() {
		return new MethodClassKey(this.method, this.targetClass);
	}

	/**
	 * Its name without its parameters.
	 */
	String name() {
		return this.targetClass.getName() + "#" + this.method.getName();
	}

	String describe() {
		StringJoiner parameters = new StringJoiner(", ", "(", ")");
		for (Class<?> type : this.method.getParameterTypes()) {
			parameters.add(ClassUtils.getShortName(type));
		}
		return name() + parameters;
	}

}
