package io.istos.advice;

import org.junit.jupiter.api.Test;
import org.mockito.Mockito;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.annotation.Transactional;

import io.istos.Durable;

import static org.assertj.core.api.Assertions.assertThat;

final class TestDoubleTests {

	@Test
	void singletonThatTheContainerDidNotCreateIsExempt() {
		Apps.app()
			.withInitializer((context) -> context.getBeanFactory().registerSingleton("orders", new Orders()))
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void mockThatAPostProcessorPutThereIsExempt() {
		Apps.app(Mocking.class, Orders.class).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(Mockito.mockingDetails(context.getBean(Orders.class)).isMock()).isTrue();
		});
	}

	@Test
	void otherReplacementIsRefused() {
		Apps.app(Replacing.class, Orders.class)
			.run((context) -> assertThat(context).getFailure().isInstanceOf(InvalidMethodException.class));
	}

	static class Orders {

		@Durable(name = "order.book", key = "#id")
		@Transactional
		String book(String id) {
			return "booked " + id;
		}

	}

	static class Invoices {

		private int runs;

		@Durable(name = "invoice.send", key = "#id")
		@Transactional
		int send(String id) {
			return ++this.runs;
		}

	}

	static class Payments {

		@Durable(name = "payment.charge", key = "#id")
		@Transactional
		String charge(String id) {
			return "charged " + id;
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Mocking {

		@Bean
		static BeanPostProcessor mocking() {
			return new BeanPostProcessor() {

				@Override
				public Object postProcessAfterInitialization(Object bean, String name) {
					return (bean instanceof Orders) ? Mockito.mock(Orders.class) : bean;
				}

			};
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Replacing {

		@Bean
		static BeanPostProcessor replacing() {
			return new BeanPostProcessor() {

				@Override
				public Object postProcessAfterInitialization(Object bean, String name) {
					return (bean instanceof Orders) ? new Orders() : bean;
				}

			};
		}

	}

}
