package io.istos.samples.payments;

import java.math.BigDecimal;

import org.jspecify.annotations.Nullable;

import org.springframework.data.annotation.Id;
import org.springframework.data.relational.core.mapping.Column;

/**
 * A payment that went through: a row, and the answer to whoever asked for it.
 *
 * @param id the number of the payment
 * @param order the order that is paid
 * @param amount the amount
 * @param currency the currency
 * @param authorization what the gateway said
 */
public record Payment(@Id @Nullable Long id, @Column("order_id") String order, BigDecimal amount, String currency,
		@Column("authorization_code") String authorization) {

	static Payment of(PaymentRequest request, String authorization) {
		return new Payment(null, request.order(), request.amount(), request.currency(), authorization);
	}

}
