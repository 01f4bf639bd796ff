package io.istos.advice;

import java.util.Collection;

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
		Collection<MethodSource> found = new AnnotatedMethods(AdviceKind.DURABLE).methods(type).values();
		assertThat(found).hasSize(1);
		return found.iterator().next();
	}

	DurableMethod read(Class<?> type) {
		return read(source(type));
	}

	DurableMethod read(MethodSource source) {
		return new DurableMethodReader(this.beanFactory, () -> this.requireNames).read(source);
	}

	InvalidMethodException refusal(Class<?> type) {
		InvalidMethodException refusal = catchThrowableOfType(InvalidMethodException.class, () -> read(type));
		assertThat(refusal).as("refusal of " + type.getSimpleName()).isNotNull();
		assertThat(refusal.problem()).contains(type.getName() + "#");
		assertThat(refusal.remedy()).isNotBlank();
		return refusal;
	}

}
