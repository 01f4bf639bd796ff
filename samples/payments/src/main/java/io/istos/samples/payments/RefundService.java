package io.istos.samples.payments;

import org.jspecify.annotations.Nullable;

import org.springframework.stereotype.Service;

import io.istos.Boundary;
import io.istos.Durable;
import io.istos.OnAbandoned;
import io.istos.samples.payments.gateway.Gateway;
import io.istos.samples.payments.gateway.GatewayTimeoutException;

@Service
public class RefundService {

	private final Gateway gateway;

	RefundService(Gateway gateway) {
		this.gateway = gateway;
	}

	/**
	 * Refunds at most once per key. The gateway doesn't recognize payouts, so asking it
	 * again could pay twice: if this process dies in between, or the gateway doesn't
	 * answer, nothing runs under the key before an operator has looked and decided.
	 */
	@Durable(name = "payment.refund", key = "#idempotencyKey", boundary = Boundary.OWN, onAbandoned = OnAbandoned.HOLD,
			holdFor = GatewayTimeoutException.class)
	public Refund refund(@Nullable String idempotencyKey, PaymentRequest request) {
		String payout = this.gateway.payOut(request.order(), request.amount(), request.currency());
		return new Refund(request.order(), request.amount(), request.currency(), payout);
	}

}
