package io.istos.autoconfigure;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.jdbc.test.autoconfigure.AutoConfigureTestDatabase;
import org.springframework.boot.jdbc.test.autoconfigure.JdbcTest;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.transaction.annotation.Transactional;

import io.istos.Durable;
import io.istos.testing.TestDatabase;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * In a slice of an application, durable methods are durable.
 */
@JdbcTest(properties = { "spring.flyway.enabled=false", "spring.liquibase.enabled=false" })
@AutoConfigureTestDatabase(replace = AutoConfigureTestDatabase.Replace.NONE)
@DirtiesContext
class SliceTests {

	private static final TestDatabase database = TestDatabase.create();

	@Autowired
	private Greetings greetings;

	@DynamicPropertySource
	static void properties(DynamicPropertyRegistry registry) {
		registry.add("spring.datasource.url", database::jdbcUrl);
		registry.add("spring.datasource.username", database::username);
		registry.add("spring.datasource.password", database::password);
	}

	@AfterAll
	static void dropDatabase() {
		database.close();
	}

	@Test
	void durableMethodsAreAdvised() {
		assertThat(AopUtils.isAopProxy(this.greetings)).isTrue();
		assertThat(this.greetings.greet("key", "first")).isEqualTo("first");
		assertThat(this.greetings.greet("key", "second")).isEqualTo("first");
	}

	@Configuration(proxyBeanMethods = false)
	static class Application {

		@Bean
		Greetings greetings() {
			return new Greetings();
		}

	}

	static class Greetings {

		@Durable(name = "greeting", key = "#key", fingerprint = Durable.NONE)
		@Transactional
		public String greet(String key, String result) {
			return result;
		}

	}

}
