package io.istos.samples.payments;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import org.springframework.boot.logging.LoggingSystem;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import io.istos.samples.stage.EmbeddedDatabase;
import io.istos.samples.stage.Node;
import io.istos.samples.stage.Stage;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A process dies in the middle of a refund, and an operator says what became of it.
 */
class RefundIntegrationTests {

	private static final Pattern READY = Pattern.compile("Payments are served at (http://\\S+)");

	private static final String REQUEST = "{\"order\":\"lost-answer-1\",\"amount\":4.20,\"currency\":\"EUR\"}";

	private static final String FOUND = "{\"order\":\"lost-answer-1\",\"amount\":4.20,\"currency\":\"EUR\",\"payout\":\"payout-1\"}";

	private static final String COMPLETE = """
			{"operation":"payment.refund","key":"refund-1","epoch":"%s","reason":"the gateway has it","result":"%s"}
			""";

	private final HttpClient http = HttpClient.newHttpClient();

	@BeforeAll
	static void quiet() {
		LoggingSystem.get(RefundIntegrationTests.class.getClassLoader()).beforeInitialize();
	}

	@Test
	void anOperatorCompletesWhatADeadProcessBegan() throws Exception {
		List<String> arguments = List.of("--server.address=localhost", "--server.port=0", "--istos.durable.lease=1s",
				"--management.endpoint.istos.access=unrestricted");
		try (Stage stage = Stage.set(PaymentsApplication.class, READY, Duration.ofMinutes(3), arguments)) {
			JdbcClient jdbc = jdbc(stage.database());
			dieInTheMiddle(stage, jdbc);

			URI node = URI.create(stage.start("b").get(0).greeting());
			stage.deadline().await("the refund is abandoned", () -> claims(node, "abandoned").contains("refund-1"));
			assertThat(refund(node).statusCode()).isEqualTo(409);
			assertThat(payouts(jdbc)).isOne();

			complete(node, epoch(node));
			HttpResponse<String> replayed = refund(node);
			assertThat(replayed.statusCode()).isEqualTo(201);
			assertThat(replayed.body()).isEqualTo(FOUND);
			assertThat(payouts(jdbc)).isOne();
		}
	}

	private void dieInTheMiddle(Stage stage, JdbcClient jdbc) throws Exception {
		Node first = stage.start("a").get(0);
		this.http.sendAsync(refundAt(URI.create(first.greeting())), HttpResponse.BodyHandlers.ofString());
		stage.deadline().await("the gateway has paid out", () -> payouts(jdbc) == 1);
		first.kill();
	}

	private String claims(URI node, String status) {
		return body(node, "/actuator/istos/claims?operation=payment.refund&status=" + status);
	}

	private String epoch(URI node) {
		String claim = body(node, "/actuator/istos/claim?operation=payment.refund&key=refund-1");
		return Pattern.compile("\"epoch\":(\\d+)").matcher(claim).results().findFirst().orElseThrow().group(1);
	}

	private void complete(URI node, String epoch) throws Exception {
		HttpResponse<String> answer = send(request(node, "/actuator/istos/complete")
			.POST(HttpRequest.BodyPublishers.ofString(COMPLETE.formatted(epoch, FOUND.replace("\"", "\\\""))))
			.build());
		assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
		assertThat(claims(node, "abandoned,held")).doesNotContain("refund-1");
	}

	private HttpResponse<String> refund(URI node) throws Exception {
		return send(refundAt(node));
	}

	private static HttpRequest refundAt(URI node) {
		return request(node, "/refunds").header("Idempotency-Key", "refund-1")
			.POST(HttpRequest.BodyPublishers.ofString(REQUEST))
			.build();
	}

	private static HttpRequest.Builder request(URI node, String path) {
		return HttpRequest.newBuilder(node.resolve(path))
			.timeout(Duration.ofSeconds(60))
			.header("Content-Type", "application/json");
	}

	private String body(URI node, String path) {
		try {
			HttpResponse<String> answer = send(request(node, path).GET().build());
			assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
			return answer.body();
		}
		catch (Exception ex) {
			throw new AssertionError(ex);
		}
	}

	private HttpResponse<String> send(HttpRequest request) throws Exception {
		return this.http.send(request, HttpResponse.BodyHandlers.ofString());
	}

	private static JdbcClient jdbc(EmbeddedDatabase database) {
		return JdbcClient
			.create(new DriverManagerDataSource(database.getJdbcUrl(), database.getUsername(), database.getPassword()));
	}

	private static int payouts(JdbcClient jdbc) {
		return jdbc.sql("select count(*) from gateway_payout").query(Integer.class).single();
	}

}
