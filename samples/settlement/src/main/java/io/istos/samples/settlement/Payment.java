package io.istos.samples.settlement;

import java.math.BigDecimal;
import java.time.LocalDate;

import org.springframework.data.annotation.Id;

/**
 * What a tenant's customers paid on a business day.
 *
 * @param id the number of the payment
 * @param tenant the tenant
 * @param day the business day
 * @param amount the amount
 */
record Payment(@Id Long id, String tenant, LocalDate day, BigDecimal amount) {
}
