package io.istos.samples.payments;

import jakarta.validation.Valid;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
class RefundController {

	private final RefundService refunds;

	RefundController(RefundService refunds) {
		this.refunds = refunds;
	}

	@PostMapping("/refunds")
	@ResponseStatus(HttpStatus.CREATED)
	Refund refund(@RequestHeader(name = "Idempotency-Key", required = false) @Nullable String idempotencyKey,
			@RequestBody @Valid PaymentRequest request) {
		return this.refunds.refund(idempotencyKey, request);
	}

}
