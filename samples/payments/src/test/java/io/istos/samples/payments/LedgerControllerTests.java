package io.istos.samples.payments;

import java.math.BigDecimal;

import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

import io.istos.testing.TestDatabase;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest(properties = "payments.gateway.latency=0s")
@AutoConfigureMockMvc
class LedgerControllerTests {

	private static final TestDatabase DATABASE = TestDatabase.create();

	@Autowired
	private MockMvcTester http;

	@Autowired
	private PaymentService payments;

	@DynamicPropertySource
	static void database(DynamicPropertyRegistry properties) {
		properties.add("spring.datasource.url", DATABASE::jdbcUrl);
		properties.add("spring.datasource.username", DATABASE::username);
		properties.add("spring.datasource.password", DATABASE::password);
	}

	@Test
	void showsChargesNewestFirstPageByPage() {
		for (int i = 1; i <= 21; i++) {
			this.payments.charge("tea-" + i, new PaymentRequest("tea", new BigDecimal("4.20"), "EUR"));
		}
		assertThat(this.http.get().uri("/ledger")).hasStatusOk()
			.bodyJson()
			.hasPathSatisfying("more", (more) -> assertThat(more).isEqualTo(true))
			.hasPathSatisfying("charges.length()", (length) -> assertThat(length).isEqualTo(20))
			.hasPathSatisfying("charges[0].idempotencyKey", (key) -> assertThat(key).isEqualTo("tea-21"))
			.hasPathSatisfying("charges[0].state", (state) -> assertThat(state).isEqualTo("DONE"))
			.hasPathSatisfying("charges[0].attempts", (attempts) -> assertThat(attempts).isEqualTo(1));
		assertThat(this.http.get().uri("/ledger?page=1")).hasStatusOk()
			.bodyJson()
			.hasPathSatisfying("more", (more) -> assertThat(more).isEqualTo(false))
			.extractingPath("charges[*].idempotencyKey")
			.asArray()
			.containsExactly("tea-1");
	}

}
