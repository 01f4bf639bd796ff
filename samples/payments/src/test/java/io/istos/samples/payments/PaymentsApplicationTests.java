package io.istos.samples.payments;

import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

import io.istos.testing.TestDatabase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@SpringBootTest
@AutoConfigureMockMvc
class PaymentsApplicationTests {

	private static final TestDatabase DATABASE = TestDatabase.create();

	@Autowired
	private MockMvcTester http;

	@Autowired
	private JdbcClient jdbc;

	@DynamicPropertySource
	static void database(DynamicPropertyRegistry properties) {
		properties.add("spring.datasource.url", DATABASE::jdbcUrl);
		properties.add("spring.datasource.username", DATABASE::username);
		properties.add("spring.datasource.password", DATABASE::password);
	}

	@Test
	void aDuplicateGetsTheFirstAnswerAndPaysNothing() throws Exception {
		String first = paid("tea-1", "tea", "4.20");
		assertThat(paid("tea-1", "tea", "4.20")).isEqualTo(first);
		assertThat(payments("tea")).isOne();
		assertThat(gatewayCalls("tea")).isOne();
		assertThat(this.http.get().uri("/payments/tea")).hasStatusOk().bodyJson().isStrictlyEqualTo("[" + first + "]");
	}

	@Test
	void anotherKeyIsAnotherPayment() throws Exception {
		assertThat(paid("rent-may", "rent", "700.00")).isNotEqualTo(paid("rent-june", "rent", "700.00"));
		assertThat(payments("rent")).isEqualTo(2);
	}

	@Test
	void aKeyIsGoodForOneRequest() throws Exception {
		paid("coffee-1", "coffee", "3.00");
		assertThat(pay("coffee-1", "coffee", "3.10")).hasStatus(HttpStatus.UNPROCESSABLE_CONTENT);
		assertThat(payments("coffee")).isOne();
	}

	@Test
	void withoutKeyNothingIsPaid() {
		assertThat(pay("", "milk", "1.00")).hasStatus(HttpStatus.BAD_REQUEST);
		assertThat(payments("milk")).isZero();
		assertThat(gatewayCalls("milk")).isZero();
	}

	@Test
	void manyAtOncePayOnce() throws Exception {
		int clients = 8;
		CyclicBarrier together = new CyclicBarrier(clients);
		ExecutorService threads = Executors.newFixedThreadPool(clients);
		List<Future<MvcTestResult>> answers = Stream.generate(() -> threads.submit(() -> {
			together.await();
			return pay("cake-1", "cake", "5.00");
		})).limit(clients).toList();
		for (Future<MvcTestResult> answer : answers) {
			assertThat(answer.get().getResponse().getStatus()).isIn(201, 409);
		}
		threads.shutdown();
		assertThat(payments("cake")).isOne();
		assertThat(gatewayCalls("cake")).isOne();
	}

	@Test
	void whileTheGatewayKeepsSilentTheKeyIsInFlight() throws Exception {
		String order = "lost-answer-of-the-test";
		ExecutorService client = Executors.newSingleThreadExecutor();
		Future<MvcTestResult> first = client.submit(() -> pay("lost-1", order, "2.00"));
		await().until(() -> gatewayCalls(order) == 1);

		MvcTestResult meanwhile = pay("lost-1", order, "2.00");
		assertThat(meanwhile).hasStatus(HttpStatus.CONFLICT).containsHeader("Retry-After");

		client.shutdownNow(); // gives up waiting for the gateway
		assertThat(first.get()).hasStatus(HttpStatus.GATEWAY_TIMEOUT);
		assertThat(payments(order)).isZero();

		paid("lost-1", order, "2.00");
		assertThat(payments(order)).isOne();
		assertThat(gatewayCalls(order)).isEqualTo(2);
		assertThat(this.jdbc.sql("select count(*) from gateway_charge where order_id = ?")
			.param(order)
			.query(Integer.class)
			.single()).isOne();
	}

	@Test
	void aRefundIsPaidOutOnce() {
		assertThat(post("/refunds", "refund-1", "tea", "4.20")).hasStatus(HttpStatus.CREATED);
		assertThat(post("/refunds", "refund-1", "tea", "4.20")).hasStatus(HttpStatus.CREATED);
		assertThat(this.jdbc.sql("select count(*) from gateway_payout").query(Integer.class).single()).isOne();
	}

	@Test
	void operatorsMayLookButNotDecideUnlessTheyAreLetTo() {
		assertThat(this.http.get().uri("/actuator/istos/claims")).hasStatusOk();
		assertThat(this.http.post()
			.uri("/actuator/istos/release")
			.contentType(MediaType.APPLICATION_JSON)
			.content("{\"operation\":\"payment.refund\",\"key\":\"any\"}")).hasStatus(HttpStatus.METHOD_NOT_ALLOWED);
	}

	private String paid(String key, String order, String amount) throws Exception {
		MvcTestResult answer = pay(key, order, amount);
		assertThat(answer).hasStatus(HttpStatus.CREATED);
		return answer.getResponse().getContentAsString();
	}

	private MvcTestResult pay(String key, String order, String amount) {
		return post("/payments", key, order, amount);
	}

	private MvcTestResult post(String uri, String key, String order, String amount) {
		return this.http.post()
			.uri(uri)
			.header("Idempotency-Key", key)
			.contentType(MediaType.APPLICATION_JSON)
			.content("{\"order\":\"%s\",\"amount\":%s,\"currency\":\"EUR\"}".formatted(order, amount))
			.exchange();
	}

	private int payments(String order) {
		return this.jdbc.sql("select count(*) from payment where order_id = ?")
			.param(order)
			.query(Integer.class)
			.single();
	}

	private int gatewayCalls(String order) {
		return this.jdbc.sql("select coalesce(sum(calls), 0) from gateway_charge where order_id = ?")
			.param(order)
			.query(Integer.class)
			.single();
	}

}
