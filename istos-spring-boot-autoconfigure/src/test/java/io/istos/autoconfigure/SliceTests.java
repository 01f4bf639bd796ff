package io.istos.autoconfigure;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.data.jpa.test.autoconfigure.AutoConfigureDataJpa;
import org.springframework.boot.jdbc.test.autoconfigure.AutoConfigureJdbc;
import org.springframework.boot.jdbc.test.autoconfigure.AutoConfigureTestDatabase;
import org.springframework.boot.jdbc.test.autoconfigure.AutoConfigureTestDatabase.Replace;
import org.springframework.boot.jdbc.test.autoconfigure.JdbcTest;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

import io.istos.Boundary;
import io.istos.Durable;
import io.istos.Fence;
import io.istos.ScopeLease;
import io.istos.testing.TestDatabase;

import static org.assertj.core.api.Assertions.assertThat;

@JdbcTest(properties = { "spring.flyway.enabled=false", "spring.liquibase.enabled=false" })
@AutoConfigureIstos
@AutoConfigureTestDatabase(replace = Replace.NONE)
@Import(SliceTests.Orders.class)
final class SliceTests {

	private static final TestDatabase DATABASE = TestDatabase.create();

	@Autowired
	private Orders orders;

	@DynamicPropertySource
	static void database(DynamicPropertyRegistry registry) {
		registry.add("spring.datasource.url", DATABASE::jdbcUrl);
		registry.add("spring.datasource.username", DATABASE::username);
		registry.add("spring.datasource.password", DATABASE::password);
	}

	@Test
	void secondCallInTheTestsTransactionIsAReplay() {
		assertThat(this.orders.book("a")).isEqualTo(1);
		assertThat(this.orders.book("a")).isEqualTo(1);
	}

	@Test
	void leasedMethodRunsInTheTestsTransaction() {
		assertThat(this.orders.settle()).isEqualTo("settlement");
	}

	@ParameterizedTest
	@ValueSource(classes = { AutoConfigureJdbc.class, AutoConfigureDataJpa.class })
	void slicesAdviseAnnotatedBeansOrRefuseThem(Class<?> slice) {
		assertThat(candidates(slice)).contains(IstosAdviceAutoConfiguration.class.getName());
	}

	@Test
	void everythingIsImportedOnDemand() {
		List<String> everything = candidates(AutoConfiguration.class).stream()
			.filter((name) -> name.startsWith("io.istos."))
			.toList();
		assertThat(candidates(AutoConfigureIstos.class)).containsExactlyInAnyOrderElementsOf(everything);
	}

	private static List<String> candidates(Class<?> annotation) {
		return ImportCandidates.load(annotation, null).getCandidates();
	}

	static class Orders {

		private final Fence fence;

		private int runs;

		Orders(Fence fence) {
			this.fence = fence;
		}

		@Durable(name = "order.book", key = "#id", boundary = Boundary.REQUIRED)
		int book(String id) {
			return ++this.runs;
		}

		@ScopeLease("settlement")
		String settle() {
			return this.fence.scope();
		}

	}

	@SpringBootConfiguration(proxyBeanMethods = false)
	static class App {

	}

}
