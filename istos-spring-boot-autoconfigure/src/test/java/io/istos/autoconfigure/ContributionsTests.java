package io.istos.autoconfigure;

import java.util.Objects;

import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

import io.istos.Abandoned;
import io.istos.AbandonedResolver;
import io.istos.KeyScope;
import io.istos.Resolution;
import io.istos.ResultCipher;
import io.istos.engine.DurableOperations;
import io.istos.storage.ClaimKey;
import io.istos.storage.StoragePlugin;
import io.istos.testing.TestDatabase;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the application contributes to the engine.
 */
class ContributionsTests {

	@Test
	void aKeyScopeSeparatesTenants() {
		String[] tenant = { "left" };
		Runners.inMemory().withBean(KeyScope.class, () -> () -> tenant[0]).run((context) -> {
			Calls calls = Calls.of(context);
			assertThat(calls.call("key", "of left")).isEqualTo("of left");
			tenant[0] = "right";
			assertThat(calls.call("key", "of right")).isEqualTo("of right");
			tenant[0] = "left";
			assertThat(calls.call("key", "again")).isEqualTo("of left");
		});
	}

	@Test
	void aCipherEncryptsResults() {
		Runners.inMemory().withBean(ResultCipher.class, Reversing::new).run((context) -> {
			Calls calls = Calls.of(context);
			assertThat(calls.call("key", "result")).isEqualTo("result");
			assertThat(calls.call("key", "never")).isEqualTo("result");
			assertThat(context.getBean(StoragePlugin.class).checkProcessed(new ClaimKey("", "greet", "key"))).get()
				.satisfies((outcome) -> assertThat(outcome.json()).contains("tluser"));
		});
	}

	@Test
	void aResolverIsFoundByItsOperationAndMayItselfUseTheEngine() {
		Runners.inMemory().withUserConfiguration(Resolver.class).run((context) -> {
			DurableOperations.Collaborators collaborators = context.getBean(Contributions.class).collaborators(null);
			assertThat(collaborators.resolvers().apply("order.book")).isSameAs(context.getBean("resolver"));
			assertThat(collaborators.resolvers().apply("order.cancel")).isNull();
		});
	}

	@Test
	void theLedgerNamesTheProcessAndTheTraceOfAClaim() {
		try (TestDatabase database = TestDatabase.create();
				MDC.MDCCloseable ignored = MDC.putCloseable("traceId", "4bf92f35")) {
			assertThat(ignored).isNotNull();
			Runners.on(database).withPropertyValues("istos.instance=node-7").run((context) -> {
				Calls.of(context).call("key", "result");
				assertThat(new JdbcTemplate(database.dataSource())
					.queryForObject("select instance || ' ' || trace_id from istos.istos_idempotency", String.class))
					.isEqualTo("node-7 4bf92f35");
			});
		}
	}

	@Configuration(proxyBeanMethods = false)
	static class Resolver {

		@Bean
		AbandonedResolver<String> resolver(DurableOperations operations) {
			Objects.requireNonNull(operations);
			return new AbandonedResolver<>() {

				@Override
				public String operation() {
					return "order.book";
				}

				@Override
				public Resolution<String> resolve(Abandoned abandoned) {
					return Resolution.run();
				}

			};
		}

	}

}
