package io.istos.advice;

import java.util.Collection;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.mock.env.MockEnvironment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * Reads the annotated methods of classes that tests declare.
 */
final class Methods {

	final MockEnvironment environment = new MockEnvironment();

	final DefaultListableBeanFactory beanFactory = new DefaultListableBeanFactory();

	boolean requireNames;

	Methods() {
		this.beanFactory.addEmbeddedValueResolver(this.environment::resolveRequiredPlaceholders);
		this.beanFactory.registerSingleton("environment", this.environment);
	}

	static MethodSource source(Class<?> type) {
		return source(AdviceKind.DURABLE, type);
	}

	static MethodSource source(AdviceKind kind, Class<?> type) {
		Collection<MethodSource> found = new AnnotatedMethods(kind).methods(type).values();
		assertThat(found).hasSize(1);
		return found.iterator().next();
	}

	DurableMethod read(Class<?> type) {
		return read(source(type));
	}

	DurableMethod read(MethodSource source) {
		return new DurableMethodReader(this.beanFactory, () -> this.requireNames).read(source);
	}

	LeasedMethod readLeased(Class<?> type) {
		return readLeased(source(AdviceKind.LEASED, type));
	}

	LeasedMethod readLeased(MethodSource source) {
		return new LeasedMethodReader(this.beanFactory).read(source);
	}

	InvalidMethodException refusal(Class<?> type) {
		return refusal(type, () -> read(type));
	}

	InvalidMethodException refusalOfLeased(Class<?> type) {
		return refusal(type, () -> readLeased(type));
	}

	private static InvalidMethodException refusal(Class<?> type, ThrowingCallable reading) {
		InvalidMethodException refusal = catchThrowableOfType(InvalidMethodException.class, reading);
		assertThat(refusal).as("refusal of " + type.getSimpleName()).isNotNull();
		assertThat(refusal.problem()).contains(type.getName() + "#");
		assertThat(refusal.remedy()).isNotBlank();
		return refusal;
	}

}
