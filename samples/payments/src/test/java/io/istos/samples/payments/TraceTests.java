package io.istos.samples.payments;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationView;
import io.micrometer.observation.tck.TestObservationRegistry;
import io.micrometer.observation.tck.TestObservationRegistryAssert;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Bean;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

import io.istos.testing.TestDatabase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What a request leaves in a trace: HTTP, the call, and what is asked of the store,
 * within the transaction of the business or in one of its own.
 */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
class TraceTests {

	private static final TestDatabase DATABASE = TestDatabase.create();

	@LocalServerPort
	private int port;

	@Autowired
	private TestObservationRegistry observations;

	@DynamicPropertySource
	static void database(DynamicPropertyRegistry properties) {
		properties.add("spring.datasource.url", DATABASE::jdbcUrl);
		properties.add("spring.datasource.username", DATABASE::username);
		properties.add("spring.datasource.password", DATABASE::password);
	}

	@BeforeEach
	void clear() {
		this.observations.clear();
	}

	@Test
	void executedWithItsCompletionInTheTransaction() throws Exception {
		assertThat(pay("trace-1", "1.00")).isEqualTo(201);
		assertThat(paths()).containsExactlyInAnyOrder("POST /payments 201",
				"POST /payments 201 > durable payment.charge executed",
				"POST /payments 201 > durable payment.charge executed > claim-processed, own",
				"POST /payments 201 > durable payment.charge executed > reads-from-snapshot, joined",
				"POST /payments 201 > durable payment.charge executed > mark-processed, joined");
	}

	@Test
	void replayedWithoutATransaction() throws Exception {
		pay("trace-2", "2.00");
		paths();
		this.observations.clear();
		assertThat(pay("trace-2", "2.00")).isEqualTo(201);
		assertThat(paths()).containsExactlyInAnyOrder("POST /payments 201",
				"POST /payments 201 > durable payment.charge replayed",
				"POST /payments 201 > durable payment.charge replayed > claim-processed, own");
	}

	@Test
	void reusedKeyIsAConflictAndNoError() throws Exception {
		pay("trace-3", "3.00");
		paths();
		this.observations.clear();
		assertThat(pay("trace-3", "3.10")).isEqualTo(422);
		assertThat(paths()).contains("POST /payments 422 > durable payment.charge key-reused");
		TestObservationRegistryAssert.assertThat(this.observations)
			.hasObservationWithNameEqualTo("istos.durable")
			.that()
			.doesNotHaveError();
	}

	private int pay(String key, String amount) throws Exception {
		HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + this.port + "/payments"))
			.header("Idempotency-Key", key)
			.header("Content-Type", "application/json")
			.POST(HttpRequest.BodyPublishers
				.ofString("{\"order\":\"%s\",\"amount\":%s,\"currency\":\"EUR\"}".formatted(key, amount)))
			.build();
		return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).statusCode();
	}

	/** The server has answered before it stops observing. */
	private List<String> paths() {
		TestObservationRegistryAssert assertion = TestObservationRegistryAssert.assertThat(this.observations);
		await().untilAsserted(
				() -> assertion.hasObservationWithNameEqualTo("http.server.requests").that().hasBeenStopped());
		List<Observation.Context> contexts = new ArrayList<>();
		assertion.hasHandledContextsThatSatisfy(contexts::addAll);
		return contexts.stream().map(TraceTests::path).toList();
	}

	private static String path(Observation.ContextView context) {
		ObservationView parent = context.getParentObservation();
		String outer = (parent != null) ? path(parent.getContextView()) + " > " : "";
		return outer + switch (context.getName()) {
			case "http.server.requests" ->
				value(context, "method") + " " + value(context, "uri") + " " + value(context, "status");
			case "istos.durable" -> "durable " + value(context, "operation") + " " + value(context, "outcome");
			case "istos.storage" -> value(context, "operation") + ", " + value(context, "transaction");
			default -> context.getName();
		};
	}

	private static String value(Observation.ContextView context, String key) {
		return context.getLowCardinalityKeyValue(key).getValue();
	}

	@TestConfiguration
	static class Registry {

		@Bean
		TestObservationRegistry observationRegistry() {
			return TestObservationRegistry.create();
		}

	}

}
