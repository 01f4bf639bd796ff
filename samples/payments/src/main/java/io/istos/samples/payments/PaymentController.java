package io.istos.samples.payments;

import java.util.List;

import jakarta.validation.Valid;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/payments")
class PaymentController {

	private final PaymentService payments;

	PaymentController(PaymentService payments) {
		this.payments = payments;
	}

	@PostMapping
	@ResponseStatus(HttpStatus.CREATED)
	Payment pay(@RequestHeader(name = "Idempotency-Key", required = false) @Nullable String idempotencyKey,
			@RequestBody @Valid PaymentRequest request) {
		return this.payments.charge(idempotencyKey, request);
	}

	@GetMapping("/{order}")
	List<Payment> paymentsOf(@PathVariable String order) {
		return this.payments.paymentsOf(order);
	}

}
