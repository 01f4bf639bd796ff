package io.istos.samples.settlement;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/**
 * Says what is left of a payment after fees. Takes its time, as such computations do.
 */
@Component
class Clearing {

	private static final BigDecimal AFTER_FEES = new BigDecimal("0.98");

	private final Duration effort;

	Clearing(@Value("${settlement.clearing}") Duration effort) {
		this.effort = effort;
	}

	BigDecimal clear(Payment payment) {
		Effort.of(this.effort);
		return payment.amount().multiply(AFTER_FEES).setScale(2, RoundingMode.HALF_EVEN);
	}

}
