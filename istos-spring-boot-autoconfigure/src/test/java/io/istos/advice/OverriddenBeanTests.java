package io.istos.advice;

import org.junit.jupiter.api.Test;
import org.mockito.Mockito;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration;
import org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.boot.liquibase.autoconfigure.LiquibaseAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.bean.override.convention.TestBean;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.context.bean.override.mockito.MockitoSpyBean;

import io.istos.advice.TestDoubleTests.Invoices;
import io.istos.advice.TestDoubleTests.Orders;
import io.istos.advice.TestDoubleTests.Payments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.verify;

@SpringBootTest(properties = "istos.storage.type=memory")
final class OverriddenBeanTests {

	@MockitoBean
	private Orders orders;

	@MockitoSpyBean
	private Invoices invoices;

	@TestBean
	private Payments payments;

	@Autowired
	private Invoices injected;

	static Payments payments() {
		return new Payments();
	}

	@Test
	void mockIsExempt() {
		given(this.orders.book("a")).willReturn("mocked");
		assertThat(this.orders.book("a")).isEqualTo("mocked");
	}

	@Test
	void testBeanIsExempt() {
		assertThat(this.payments.charge("a")).isEqualTo("charged a");
	}

	@Test
	void spyIsAdvised() {
		assertThat(this.injected.send("a")).isEqualTo(1);
		assertThat(this.injected.send("a")).isEqualTo(1);
		verify(this.invoices, Mockito.times(1)).send("a");
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration(exclude = { DataJpaRepositoriesAutoConfiguration.class, FlywayAutoConfiguration.class,
			HibernateJpaAutoConfiguration.class, LiquibaseAutoConfiguration.class })
	@Import({ Apps.Engine.class, Apps.Manager.class, Orders.class, Invoices.class, Payments.class })
	static class App {

	}

}
