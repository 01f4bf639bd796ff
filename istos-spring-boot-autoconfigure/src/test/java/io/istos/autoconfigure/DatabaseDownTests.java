package io.istos.autoconfigure;

import java.time.Duration;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;

import io.istos.StorageUnavailableException;
import io.istos.testing.RestartablePostgres;
import io.istos.testing.TestDatabase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * An application starts while its database is down, and goes on once it is up.
 */
@ExtendWith(OutputCaptureExtension.class)
class DatabaseDownTests {

	@Test
	void startsWithOneWarning(CapturedOutput output) {
		Runners.databaseDown().run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(output.toString().lines().filter((line) -> line.contains("io.istos") || line.contains("i.i.s")))
				.singleElement()
				.asString()
				.contains("WARN", "does not answer");
		});
	}

	@Test
	void refusesCallsMeanwhile() {
		Runners.databaseDown()
			.run((context) -> assertThatExceptionOfType(StorageUnavailableException.class)
				.isThrownBy(() -> Calls.of(context).call("key", "result"))
				.satisfies((ex) -> assertThat(ex.retryAfter()).isPositive()));
	}

	@Test
	void createsTheSchemaOnceTheDatabaseIsUp() {
		try (RestartablePostgres server = TestDatabase.restartable()) {
			server.stop();
			Runners.on(server.database()).withPropertyValues("istos.postgres.connection-timeout=1s").run((context) -> {
				assertThat(context).hasNotFailed();
				Calls calls = Calls.of(context);
				server.start();
				// The pool takes its time between two attempts to connect.
				await().atMost(Duration.ofSeconds(60))
					.ignoreExceptionsInstanceOf(StorageUnavailableException.class)
					.untilAsserted(() -> assertThat(calls.call("key", "result")).isEqualTo("result"));
			});
		}
	}

	@Test
	void anApplicationWithJpaStartsGivenItsOwnSettings() {
		ApplicationContextRunner jpa = Runners
			.istos(DataSourceAutoConfiguration.class, HibernateJpaAutoConfiguration.class,
					TransactionAutoConfiguration.class)
			.withUserConfiguration(Application.class)
			.withPropertyValues("spring.datasource.url=jdbc:postgresql://localhost:1/none",
					"spring.datasource.hikari.connection-timeout=250", "istos.postgres.connection-timeout=250ms",
					"spring.jpa.database=postgresql", "spring.jpa.hibernate.ddl-auto=none",
					"spring.jpa.properties.hibernate.boot.allow_jdbc_metadata_access=false");
		jpa.withPropertyValues("istos.enabled=false").run((context) -> assertThat(context).hasNotFailed());
		jpa.run((context) -> assertThat(context).hasNotFailed().hasSingleBean(Orders.class));
	}

	@Configuration(proxyBeanMethods = false)
	@AutoConfigurationPackage
	@EnableJpaRepositories(considerNestedRepositories = true)
	static class Application {

	}

	@Entity(name = "purchase")
	static class Purchase {

		@Id
		private Long id;

	}

	interface Orders extends JpaRepository<Purchase, Long> {

	}

}
