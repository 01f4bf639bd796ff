package io.istos.advice;

import java.security.Principal;
import java.util.List;

import org.junit.jupiter.api.Test;

import org.springframework.aot.generate.ClassNameGenerator;
import org.springframework.aot.generate.DefaultGenerationContext;
import org.springframework.aot.generate.InMemoryGeneratedFiles;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.beans.factory.aot.AotServices;
import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.beans.factory.support.RegisteredBean;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.javapoet.ClassName;

import io.istos.Durable;
import io.istos.ScopeLease;

import static org.assertj.core.api.Assertions.assertThat;

final class AotTests {

	@Test
	void argumentsAndResultsAreKept() {
		RuntimeHints hints = process(Orders.class);
		assertThat(RuntimeHintsPredicates.reflection().onType(Order.class)).accepts(hints);
		assertThat(RuntimeHintsPredicates.reflection().onType(Receipt.class)).accepts(hints);
		assertThat(hints.reflection().getTypeHint(TypeReference.of(Principal.class))).isNull();
	}

	@Test
	void argumentsOfLeasedMethodsAreKept() {
		RuntimeHints hints = process(Jobs.class);
		assertThat(RuntimeHintsPredicates.reflection().onType(Order.class)).accepts(hints);
		assertThat(hints.reflection().getTypeHint(TypeReference.of(Receipt.class))).isNull();
	}

	@Test
	void accessorsOfArgumentsAreKept() throws Exception {
		assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(Order.class.getDeclaredMethod("id")))
			.accepts(process(Orders.class));
	}

	@Test
	void otherBeansAreLeftAlone() {
		assertThat(contribution(Order.class)).isNull();
	}

	@Test
	void processorAndHintsAreRegistered() {
		AotServices.Loader factories = AotServices.factories();
		assertThat(factories.load(BeanRegistrationAotProcessor.class))
			.hasAtLeastOneElementOfType(AdviceAotProcessor.class);
		assertThat(factories.load(RuntimeHintsRegistrar.class)).hasAtLeastOneElementOfType(AdviceRuntimeHints.class);
	}

	@Test
	void transactionManagerOfTheInterceptorCanBeAsked() {
		RuntimeHints hints = new RuntimeHints();
		new AdviceRuntimeHints().registerHints(hints, null);
		assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(TransactionPlan.DETERMINE)).accepts(hints);
	}

	private static RuntimeHints process(Class<?> type) {
		DefaultGenerationContext context = new DefaultGenerationContext(
				new ClassNameGenerator(ClassName.get("io.istos", "Test")), new InMemoryGeneratedFiles());
		contribution(type).applyTo(context, null);
		return context.getRuntimeHints();
	}

	private static BeanRegistrationAotContribution contribution(Class<?> type) {
		DefaultListableBeanFactory beanFactory = new DefaultListableBeanFactory();
		beanFactory.registerBeanDefinition("bean", new RootBeanDefinition(type));
		return new AdviceAotProcessor().processAheadOfTime(RegisteredBean.of(beanFactory, "bean"));
	}

	record Order(String id) {
	}

	record Receipt(String number) {
	}

	static class Jobs {

		@ScopeLease("job/#{#order.id()}")
		Receipt run(Order order) {
			return new Receipt(order.id());
		}

	}

	static class Orders {

		@Durable(key = "#order.id()")
		List<Receipt> book(Order order, Principal principal) {
			return List.of();
		}

	}

}
