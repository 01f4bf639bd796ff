package io.istos.samples.payments;

import java.math.BigDecimal;
import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

import io.istos.AbandonedException;
import io.istos.InFlightException;
import io.istos.KeyReusedException;
import io.istos.MissingKeyException;
import io.istos.StorageUnavailableException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;

@WebMvcTest(PaymentController.class)
class PaymentControllerTests {

	private static final PaymentRequest TEA = new PaymentRequest("tea", new BigDecimal("4.20"), "EUR");

	private static final String TEA_JSON = "{\"order\":\"tea\",\"amount\":4.20,\"currency\":\"EUR\"}";

	@Autowired
	private MockMvcTester http;

	@MockitoBean
	private PaymentService payments;

	@Test
	void paid() {
		given(this.payments.charge("key", TEA)).willReturn(new Payment(7L, "tea", TEA.amount(), "EUR", "a-1"));
		assertThat(post("key", TEA_JSON)).hasStatus(HttpStatus.CREATED)
			.bodyJson()
			.isStrictlyEqualTo(
					"{\"id\":7,\"order\":\"tea\",\"amount\":4.20,\"currency\":\"EUR\",\"authorization\":\"a-1\"}");
	}

	@Test
	void inFlightIsConflictAndSaysWhenToComeBack() {
		MvcTestResult answer = refused(new InFlightException("running", Duration.ofMillis(2100)));
		assertThat(answer).hasStatus(HttpStatus.CONFLICT)
			.hasContentType(MediaType.APPLICATION_PROBLEM_JSON)
			.hasHeader("Retry-After", "3")
			.bodyJson()
			.extractingPath("detail")
			.isEqualTo("running");
	}

	@Test
	void aWholeSecondIsNotRoundedUp() {
		assertThat(refused(new InFlightException("running", Duration.ofSeconds(3)))).hasHeader("Retry-After", "3");
	}

	@Test
	void anAbandonedKeyIsConflictWithoutPromise() {
		assertThat(refused(new AbandonedException("abandoned"))).hasStatus(HttpStatus.CONFLICT)
			.doesNotContainHeader("Retry-After");
	}

	@Test
	void aReusedKeyIsUnprocessable() {
		assertThat(refused(new KeyReusedException("other arguments"))).hasStatus(HttpStatus.UNPROCESSABLE_CONTENT)
			.doesNotContainHeader("Retry-After");
	}

	@Test
	void aMissingKeyIsABadRequest() {
		given(this.payments.charge(null, TEA)).willThrow(new MissingKeyException("no key"));
		assertThat(post(null, TEA_JSON)).hasStatus(HttpStatus.BAD_REQUEST)
			.bodyJson()
			.extractingPath("detail")
			.isEqualTo("no key");
	}

	@Test
	void unavailableStorageIsUnavailableService() {
		assertThat(refused(new StorageUnavailableException("down", null, StorageUnavailableException.SOON)))
			.hasStatus(HttpStatus.SERVICE_UNAVAILABLE)
			.hasHeader("Retry-After", "1");
	}

	@ParameterizedTest
	@ValueSource(strings = { "{}", "{\"order\":\"\",\"amount\":4.20,\"currency\":\"EUR\"}",
			"{\"order\":\"tea\",\"amount\":-1,\"currency\":\"EUR\"}",
			"{\"order\":\"tea\",\"amount\":4.20,\"currency\":\"euro\"}" })
	void aRequestThatMakesNoSenseIsABadRequest(String json) {
		assertThat(post("key", json)).hasStatus(HttpStatus.BAD_REQUEST);
	}

	private MvcTestResult refused(RuntimeException reason) {
		given(this.payments.charge(any(), any())).willThrow(reason);
		return post("key", TEA_JSON);
	}

	private MvcTestResult post(String key, String json) {
		MockMvcTester.MockMvcRequestBuilder request = this.http.post()
			.uri("/payments")
			.contentType(MediaType.APPLICATION_JSON)
			.content(json);
		return ((key != null) ? request.header("Idempotency-Key", key) : request).exchange();
	}

}
