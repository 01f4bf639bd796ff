package io.istos.samples.payments;

import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

import io.istos.Boundary;
import io.istos.Durable;
import io.istos.DurableCall;
import io.istos.samples.payments.gateway.Gateway;

@Service
public class PaymentService {

	private final PaymentRepository payments;

	private final Gateway gateway;

	private final DurableCall call;

	PaymentService(PaymentRepository payments, Gateway gateway, DurableCall call) {
		this.payments = payments;
		this.gateway = gateway;
		this.call = call;
	}

	/**
	 * Charges once per key, however often and wherever it is called: the payment's row
	 * and the note that the key is done are committed together.
	 * <p>
	 * The gateway knows nothing of that transaction. If this process dies after calling
	 * it, another one calls it again, under the same downstream key, by which the gateway
	 * recognizes the charge.
	 */
	@Durable(name = "payment.charge", key = "#idempotencyKey", boundary = Boundary.REQUIRED)
	@Transactional
	public Payment charge(@Nullable String idempotencyKey, PaymentRequest request) {
		String authorization = this.gateway.charge(this.call.downstreamKey(), request.order(), request.amount(),
				request.currency());
		return this.payments.save(Payment.of(request, authorization));
	}

	List<Payment> paymentsOf(String order) {
		return this.payments.findByOrder(order);
	}

}
