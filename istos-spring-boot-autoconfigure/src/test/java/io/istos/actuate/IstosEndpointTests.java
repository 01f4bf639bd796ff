package io.istos.actuate;

import java.security.Principal;

import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import org.junit.jupiter.api.Test;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.istos.actuate.LedgerOf.Booking;
import io.istos.admin.DurableAdmin;
import io.istos.storage.ClaimStatus;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The endpoint over HTTP with Spring MVC.
 */
class IstosEndpointTests {

	private static final String KEY = "order/47 11?&ä";

	private static Applications writable() {
		return Applications.mvc().withPropertyValues("management.endpoint.istos.access=unrestricted");
	}

	// --- looking

	@Test
	void theSummaryCounts() {
		Applications.mvc().run((context) -> {
			new LedgerOf(context).hold("book", KEY);
			new LedgerOf(context).lease("nightly");
			Http.Answer answer = Http.to(context).get("");
			assertThat(answer.status()).isEqualTo(200);
			assertThat(answer.json().at("/claims/0/operation").asString()).isEqualTo("book");
			assertThat(answer.json().at("/claims/0/held").asInt()).isOne();
			assertThat(answer.json().path("heldLeases").asInt()).isOne();
		});
	}

	@Test
	void claimsAreListedByParametersAndPages() {
		Applications.mvc().run((context) -> {
			LedgerOf ledger = new LedgerOf(context);
			ledger.hold("book", "1");
			ledger.claim("book", "2");
			ledger.claim("send", "3");
			Http http = Http.to(context);
			Http.Answer first = http.get("/claims", "limit", "2");
			assertThat(first.json().path("claims")).hasSize(2);
			Http.Answer second = http.get("/claims", "limit", "2", "page", first.json().path("next").asString());
			assertThat(second.json().at("/claims/0/key").asString()).isEqualTo("3");
			assertThat(second.json().has("next")).isFalse();
			assertThat(http.get("/claims", "status", "held, abandoned").json().path("claims")).hasSize(1);
			assertThat(http.get("/claims", "status", "held", "status", "running").json().path("claims")).hasSize(3);
			assertThat(http.get("/claims", "operation", "send").json().path("claims")).hasSize(1);
			assertThat(http.get("/claims", "minimumAge", "1h").json().path("claims")).isEmpty();
		});
	}

	@Test
	void oneClaimIsFoundByWhateverItsKeyHolds() {
		Applications.mvc().run((context) -> {
			long epoch = new LedgerOf(context).hold("book", KEY);
			Http.Answer answer = Http.to(context).get("/claim", "operation", "book", "key", KEY);
			assertThat(answer.status()).isEqualTo(200);
			assertThat(answer.json().at("/claim/key").asString()).isEqualTo(KEY);
			assertThat(answer.json().at("/claim/status").asString()).isEqualTo("HELD");
			assertThat(answer.json().at("/claim/instance").asString()).isEqualTo("node-2");
			assertThat(answer.json().at("/claim/claimedAt").asString()).matches("\\d{4}-\\d\\d-\\d\\dT.*Z");
			assertThat(Http.to(context).get("/claim", "epoch", "" + epoch).json()).isEqualTo(answer.json());
		});
	}

	@Test
	void leasesAreListedAndFound() {
		Applications.mvc().run((context) -> {
			new LedgerOf(context).lease("nightly");
			Http http = Http.to(context);
			assertThat(http.get("/leases").json().at("/leases/0/scope").asString()).isEqualTo("nightly");
			assertThat(http.get("/leases", "status", "free").json().path("leases")).isEmpty();
			assertThat(http.get("/lease", "scope", "nightly").json().at("/lease/status").asString()).isEqualTo("HELD");
		});
	}

	@Test
	void whatIsNotThereIsNotFound() {
		Applications.mvc().run((context) -> {
			Http http = Http.to(context);
			assertThat(http.get("/claim", "operation", "book", "key", "k").status()).isEqualTo(404);
			assertThat(http.get("/lease", "scope", "nightly").status()).isEqualTo(404);
			assertThat(http.get("/secrets").status()).isEqualTo(404);
			assertThat(http.get("/secrets").message()).contains("claims, claim, leases, lease");
		});
	}

	@Test
	void badQuestionsAreTold() {
		Applications.mvc().run((context) -> {
			Http http = Http.to(context);
			assertThat(http.get("/claims", "status", "lost").message()).contains("'lost'").contains("ABANDONED");
			for (Http.Answer answer : new Http.Answer[] { http.get("/claims", "status", "lost"),
					http.get("/claims", "limit", "0"), http.get("/claims", "limit", "501"),
					http.get("/claims", "limit", "many"), http.get("/claims", "page", "nonsense"),
					http.get("/claims", "minimumAge", "long"), http.get("/claim"),
					http.get("/claim", "operation", "book"), http.get("/claim", "operation", "book", "key", " "),
					http.get("/claim", "epoch", "x"), http.get("/lease") }) {
				assertThat(answer.status()).as(answer.body()).isEqualTo(400);
			}
		});
	}

	// --- access

	@Test
	void nobodyDecidesByDefault() {
		Applications.mvc().run((context) -> {
			new LedgerOf(context).hold("book", "k");
			assertThat(Http.to(context).post("release", "operation", "book", "key", "k").status()).isEqualTo(405);
			assertThat(context.getBean(DurableAdmin.class).claim("book", "k")).get()
				.returns(ClaimStatus.HELD, (claim) -> claim.status());
		});
	}

	@Test
	void whatIsPermittedAtMostCounts() {
		writable().withPropertyValues("management.endpoints.access.max-permitted=read-only").run((context) -> {
			new LedgerOf(context).hold("book", "k");
			assertThat(Http.to(context).post("release", "operation", "book", "key", "k").status()).isEqualTo(405);
			assertThat(Http.to(context).get("").status()).isEqualTo(200);
		});
		writable().withPropertyValues("management.endpoints.access.max-permitted=none")
			.run((context) -> assertThat(context).doesNotHaveBean(IstosEndpoint.class));
	}

	// --- deciding

	@Test
	void aDecisionIsCarriedOutAndTold() {
		writable().run((context) -> {
			LedgerOf ledger = new LedgerOf(context);
			long epoch = ledger.hold("book", KEY);
			Http.Answer answer = Http.to(context)
				.post("complete", "operation", "book", "key", KEY, "epoch", "" + epoch, "result",
						"{\"id\":\"x\",\"seats\":2}", "reason", "the gateway says so");
			assertThat(answer.status()).as(answer.body()).isEqualTo(400);
			var operation = ledger.booking();
			answer = Http.to(context)
				.post("complete", "operation", "book", "key", KEY, "epoch", "" + epoch, "result",
						"{\"id\":\"x\",\"seats\":2}", "reason", "the gateway says so");
			assertThat(answer.status()).as(answer.body()).isEqualTo(200);
			assertThat(answer.json().at("/decided/decision").asString()).isEqualTo("complete");
			assertThat(answer.json().at("/decided/before").asString()).isEqualTo("HELD");
			assertThat(answer.json().at("/decided/epoch").asLong()).isEqualTo(epoch);
			assertThat(answer.json().at("/decided").has("who")).isFalse();
			assertThat(operation.call(KEY, null, () -> new Booking("ran", 0))).isEqualTo(new Booking("x", 2));
			assertThat(ledger.lastAudit()).contains("the gateway says so");
		});
	}

	@Test
	void everyDecisionIsThere() {
		writable().run((context) -> {
			LedgerOf ledger = new LedgerOf(context);
			for (String key : new String[] { "1", "2", "3", "c/1", "c/2" }) {
				ledger.hold("book", key);
			}
			ledger.lease("nightly");
			Http http = Http.to(context);
			assertThat(http.post("release", "operation", "book", "key", "1").status()).isEqualTo(200);
			assertThat(http.post("fail", "operation", "book", "key", "2", "message", "no").status()).isEqualTo(200);
			assertThat(http.post("forget", "operation", "book", "key", "3").status()).isEqualTo(200);
			assertThat(http.post("forget-prefix", "prefix", "c/").json().at("/forgotten/keys").asInt()).isEqualTo(2);
			assertThat(http.post("import", "operation", "book", "keys", "a,1\nb\r\n\nc", "retention", "30d")
				.json()
				.path("imported")
				.asInt()).isEqualTo(3);
			assertThat(http.get("/claim", "operation", "book", "key", "a,1").json().at("/claim/outcome").asString())
				.isEqualTo("UNKNOWN");
			assertThat(http.post("end-lease", "scope", "nightly").json().at("/decided/subject").asString())
				.isEqualTo("nightly");
		});
	}

	@Test
	void refusalsHaveTheirStatus() {
		writable().run((context) -> {
			LedgerOf ledger = new LedgerOf(context);
			ledger.claim("book", "running");
			long epoch = ledger.hold("book", "held");
			Http http = Http.to(context);
			Http.Answer refused = http.post("release", "operation", "book", "key", "running");
			assertThat(refused.status()).isEqualTo(409);
			assertThat(refused.message()).contains("running since").contains("node-2");
			assertThat(http.post("release", "operation", "book", "key", "held", "epoch", "" + (epoch + 1)).status())
				.isEqualTo(409);
			assertThat(http.post("release", "operation", "book", "key", "none").status()).isEqualTo(404);
			assertThat(http.post("end-lease", "scope", "none").status()).isEqualTo(404);
			assertThat(http.post("steal", "operation", "book", "key", "held").status()).isEqualTo(404);
			for (Http.Answer answer : new Http.Answer[] { http.post("release"), http.post("fail", "operation", "book"),
					http.post("fail", "operation", "book", "key", "held"), http.post("forget-prefix"),
					http.post("import", "operation", "book"), http.post("end-lease"),
					http.post("import", "operation", "book", "keys", "x".repeat(513)),
					http.post("import", "operation", "book", "keys", "x", "retention", "0s"),
					http.postJson("import", "{\"operation\":\"book\",\"keys\":[\"a\"]}"),
					http.postJson("release", "{\"operation\":") }) {
				assertThat(answer.status()).as(answer.body()).isEqualTo(400);
			}
			assertThat(http.postJson("release", "{\"operation\":\"book\",\"key\":\"held\",\"epoch\":" + epoch + "}")
				.status()).isEqualTo(200);
		});
	}

	@Test
	void withoutSpringSecurityThePrincipalOfTheRequestDecides() {
		writable().withUserConfiguration(Named.class).run((context) -> {
			new LedgerOf(context).hold("book", "k");
			assertThat(Http.to(context)
				.post("release", "operation", "book", "key", "k")
				.json()
				.at("/decided/who")
				.asString()).isEqualTo("bob");
			assertThat(new LedgerOf(context).lastAudit()).contains("\"who\":\"bob\"");
		});
	}

	// --- masked

	@Test
	void maskedKeysAreNeverTold() {
		writable().withPropertyValues("istos.admin.mask-keys=true").run((context) -> {
			LedgerOf ledger = new LedgerOf(context);
			String key = "jane.doe@example.org";
			long epoch = ledger.hold("book", key);
			ledger.hold("book", key + 2);
			ledger.claim("send", key);
			Http http = Http.to(context);
			Http.Answer page = http.get("/claims", "limit", "1");
			assertThat(page.json().at("/claims/0/key").asString()).isEqualTo("ja…rg");
			String next = page.json().path("next").asString();
			assertThat(new String(java.util.Base64.getUrlDecoder().decode(next))).doesNotContain("jane");
			assertThat(http.get("/claims", "page", next).json().path("claims")).hasSize(2);
			assertThat(http.get("/claims", "status", "done").status()).isEqualTo(400);
			assertThat(http.get("/claim", "epoch", "" + epoch).status()).isEqualTo(200);
			assertThat(http.get("/claim", "operation", "book", "key", key).status()).isEqualTo(200);
			assertThat(http.post("release", "operation", "send", "key", key).status()).isEqualTo(409);
			assertThat(http.post("complete", "epoch", "" + epoch, "result", "1").status()).isEqualTo(400);
			assertThat(http.post("release", "epoch", "" + epoch).status()).isEqualTo(200);
			assertThat(http.said()).hasSize(8).noneMatch((body) -> body.contains("doe@example"));
		});
	}

	@Configuration(proxyBeanMethods = false)
	static class Named {

		@Bean
		Filter named() {
			return (request, response, chain) -> chain
				.doFilter(new HttpServletRequestWrapper((HttpServletRequest) request) {
					@Override
					public Principal getUserPrincipal() {
						return () -> "bob";
					}
				}, response);
		}

	}

}
