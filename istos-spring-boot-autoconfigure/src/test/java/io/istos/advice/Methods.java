package io.istos.advice;

import java.lang.reflect.Method;
import java.util.Map;

import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.mock.env.MockEnvironment;

import io.istos.Durable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * Reads the durable methods of classes that tests declare.
 */
final class Methods {

	final MockEnvironment environment = new MockEnvironment();

	final DefaultListableBeanFactory beanFactory = new DefaultListableBeanFactory();

	boolean requireNames;

	Methods() {
		this.beanFactory.addEmbeddedValueResolver(this.environment::resolveRequiredPlaceholders);
		this.beanFactory.registerSingleton("environment", this.environment);
	}

	static DurableMethodSource source(Class<?> type) {
		Map<Method, MergedAnnotation<Durable>> found = new DurableAnnotations().methods(type);
		assertThat(found).hasSize(1);
		Map.Entry<Method, MergedAnnotation<Durable>> only = found.entrySet().iterator().next();
		return new DurableMethodSource(only.getKey(), type, only.getValue());
	}

	DurableMethod read(Class<?> type) {
		return read(source(type));
	}

	DurableMethod read(DurableMethodSource source) {
		return new DurableMethodReader(this.beanFactory, () -> this.requireNames).read(source);
	}

	InvalidDurableMethodException refusal(Class<?> type) {
		InvalidDurableMethodException refusal = catchThrowableOfType(InvalidDurableMethodException.class,
				() -> read(type));
		assertThat(refusal).as("refusal of " + type.getSimpleName()).isNotNull();
		assertThat(refusal.problem()).contains(type.getName() + "#");
		assertThat(refusal.remedy()).isNotBlank();
		return refusal;
	}

}
