package io.istos.samples.payments;

import java.time.Duration;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

import io.istos.AbandonedException;
import io.istos.ClaimLostException;
import io.istos.CompletionUncertainException;
import io.istos.InFlightException;
import io.istos.InvalidKeyException;
import io.istos.IstosException;
import io.istos.KeyReusedException;
import io.istos.MissingKeyException;
import io.istos.StorageUnavailableException;
import io.istos.samples.payments.gateway.GatewayTimeoutException;

/**
 * Says in HTTP why a charge was refused, and when it makes sense to ask again.
 */
@RestControllerAdvice
class PaymentProblems {

	@ExceptionHandler({ InFlightException.class, ClaimLostException.class, AbandonedException.class })
	ResponseEntity<ProblemDetail> conflict(IstosException ex) {
		return problem(HttpStatus.CONFLICT, ex);
	}

	@ExceptionHandler(KeyReusedException.class)
	ResponseEntity<ProblemDetail> keyReused(IstosException ex) {
		return problem(HttpStatus.UNPROCESSABLE_CONTENT, ex);
	}

	@ExceptionHandler({ MissingKeyException.class, InvalidKeyException.class })
	ResponseEntity<ProblemDetail> badKey(IstosException ex) {
		return problem(HttpStatus.BAD_REQUEST, ex);
	}

	@ExceptionHandler({ StorageUnavailableException.class, CompletionUncertainException.class })
	ResponseEntity<ProblemDetail> unavailable(IstosException ex) {
		return problem(HttpStatus.SERVICE_UNAVAILABLE, ex);
	}

	@ExceptionHandler
	ProblemDetail gatewayTimeout(GatewayTimeoutException ex) {
		return ProblemDetail.forStatusAndDetail(HttpStatus.GATEWAY_TIMEOUT, ex.getMessage());
	}

	private static ResponseEntity<ProblemDetail> problem(HttpStatus status, IstosException ex) {
		HttpHeaders headers = new HttpHeaders();
		Duration retryAfter = ex.retryAfter();
		if (retryAfter != null) {
			headers.set(HttpHeaders.RETRY_AFTER, String.valueOf(wholeSeconds(retryAfter)));
		}
		return ResponseEntity.status(status)
			.headers(headers)
			.body(ProblemDetail.forStatusAndDetail(status, ex.getMessage()));
	}

	/** Rounded up: who comes too early is only sent away again. */
	private static long wholeSeconds(Duration duration) {
		return duration.plusSeconds(1).minusNanos(1).toSeconds();
	}

}
