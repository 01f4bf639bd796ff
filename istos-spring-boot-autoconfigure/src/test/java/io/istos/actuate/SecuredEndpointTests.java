package io.istos.actuate;

import org.junit.jupiter.api.Test;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;

import io.istos.actuate.LedgerOf.Booking;
import io.istos.testing.TestDatabase;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The endpoint behind Spring Security, over a ledger in PostgreSQL.
 */
class SecuredEndpointTests {

	@Test
	void whoIsAuthenticatedDecides() {
		try (TestDatabase database = TestDatabase.create()) {
			Applications.on(database)
				.secured(Secured.class)
				.withPropertyValues("management.endpoint.istos.access=unrestricted")
				.run((context) -> {
					LedgerOf ledger = new LedgerOf(context);
					var operation = ledger.booking();
					ledger.hold("book", "k");
					String[] decision = { "operation", "book", "key", "k", "result", "{\"id\":\"x\",\"seats\":2}" };
					assertThat(Http.to(context).get("/claims").status()).isEqualTo(401);
					assertThat(Http.to(context).post("complete", decision).status()).isEqualTo(401);
					Http alice = Http.to(context, "alice");
					assertThat(alice.get("/claims").json().at("/claims/0/status").asString()).isEqualTo("HELD");
					Http.Answer answer = alice.post("complete", decision);
					assertThat(answer.status()).as(answer.body()).isEqualTo(200);
					assertThat(answer.json().at("/decided/who").asString()).isEqualTo("alice");
					assertThat(ledger.lastAudit()).contains("\"who\":\"alice\"");
					assertThat(operation.call("k", null, () -> new Booking("ran", 0))).isEqualTo(new Booking("x", 2));
					assertThat(alice.get("").json().path("claims")).isEmpty();
				});
		}
	}

	@Configuration(proxyBeanMethods = false)
	static class Secured {

		@Bean
		SecurityFilterChain chain(HttpSecurity http) throws Exception {
			return http.authorizeHttpRequests((requests) -> requests.anyRequest().authenticated())
				.httpBasic(Customizer.withDefaults())
				.csrf((csrf) -> csrf.disable())
				.build();
		}

	}

}
