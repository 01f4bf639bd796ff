package io.istos.samples.payments;

import java.math.BigDecimal;

/**
 * A refund that was paid out: the answer to whoever asked for it. The gateway has the
 * books; there is no row of ours.
 *
 * @param order the order that is refunded
 * @param amount the amount
 * @param currency the currency
 * @param payout the number of the gateway's payout
 */
public record Refund(String order, BigDecimal amount, String currency, String payout) {
}
