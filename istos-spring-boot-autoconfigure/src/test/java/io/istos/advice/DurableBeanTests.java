package io.istos.advice;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import org.springframework.aop.framework.Advised;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import io.istos.Boundary;
import io.istos.Durable;
import io.istos.KeyReusedException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

final class DurableBeanTests {

	@Test
	void duplicateGetsTheFirstResult() {
		Apps.app(Orders.class).run((context) -> {
			Orders orders = context.getBean(Orders.class);
			assertThat(orders.book("a", 1)).isEqualTo("booked a 1");
			assertThat(orders.book("a", 1)).isEqualTo("booked a 1");
			assertThat(orders.log()).containsExactly("a");
		});
	}

	@Test
	void otherArgumentsUnderOneKeyAreRefused() {
		Apps.app(Orders.class).run((context) -> {
			Orders orders = context.getBean(Orders.class);
			orders.book("a", 1);
			assertThatExceptionOfType(KeyReusedException.class).isThrownBy(() -> orders.book("a", 2));
		});
	}

	@Test
	void bodyRunsInItsTransaction() {
		Apps.app(Orders.class).run((context) -> {
			Orders orders = context.getBean(Orders.class);
			assertThat(orders.bookInTransaction("a")).isTrue();
			assertThat(((Advised) orders).getAdvisors()).hasSize(3);
		});
	}

	static class Orders {

		private final List<String> log = new ArrayList<>();

		@Durable(name = "order.book", key = "#id")
		String book(String id, int count) {
			this.log.add(id);
			return "booked " + id + " " + count;
		}

		@Durable(name = "order.transactional", key = "#id", boundary = Boundary.REQUIRED)
		@Transactional
		boolean bookInTransaction(String id) {
			return TransactionSynchronizationManager.isActualTransactionActive();
		}

		List<String> log() {
			return this.log;
		}

	}

}
