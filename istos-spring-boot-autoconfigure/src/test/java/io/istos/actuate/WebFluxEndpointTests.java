package io.istos.actuate;

import org.junit.jupiter.api.Test;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.web.server.SecurityWebFilterChain;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The endpoint over HTTP with WebFlux.
 */
class WebFluxEndpointTests {

	@Test
	void looksAndDoesNotDecideByDefault() {
		Applications.webFlux().run((context) -> {
			new LedgerOf(context).hold("book", "a/b?c");
			Http http = Http.to(context);
			assertThat(http.get("").json().at("/claims/0/held").asInt()).isOne();
			assertThat(http.get("/claims", "status", "held").json().path("claims")).hasSize(1);
			assertThat(http.get("/claim", "operation", "book", "key", "a/b?c").status()).isEqualTo(200);
			assertThat(http.get("/claims", "limit", "0").status()).isEqualTo(400);
			assertThat(http.post("release", "operation", "book", "key", "a/b?c").status()).isEqualTo(405);
		});
	}

	@Test
	void decidesWhereThatIsPermitted() {
		Applications.webFlux().withPropertyValues("management.endpoint.istos.access=unrestricted").run((context) -> {
			new LedgerOf(context).hold("book", "k");
			Http http = Http.to(context);
			assertThat(http.post("release", "operation", "book", "key", "k").json().at("/decided/before").asString())
				.isEqualTo("HELD");
			assertThat(http.post("release", "operation", "book", "key", "k").status()).isEqualTo(409);
			assertThat(http.post("release", "operation", "book", "key", "none").status()).isEqualTo(404);
		});
	}

	@Test
	void whoIsAuthenticatedDecides() {
		Applications.webFlux()
			.secured(Secured.class)
			.withPropertyValues("management.endpoint.istos.access=unrestricted")
			.run((context) -> {
				new LedgerOf(context).hold("book", "k");
				assertThat(Http.to(context).post("release", "operation", "book", "key", "k").status()).isEqualTo(401);
				assertThat(Http.to(context, "alice")
					.post("release", "operation", "book", "key", "k")
					.json()
					.at("/decided/who")
					.asString()).isEqualTo("alice");
			});
	}

	@Configuration(proxyBeanMethods = false)
	static class Secured {

		@Bean
		SecurityWebFilterChain chain(ServerHttpSecurity http) {
			return http.authorizeExchange((exchanges) -> exchanges.anyExchange().authenticated())
				.httpBasic(Customizer.withDefaults())
				.csrf((csrf) -> csrf.disable())
				.build();
		}

	}

}
