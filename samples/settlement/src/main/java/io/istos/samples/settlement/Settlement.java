package io.istos.samples.settlement;

import java.math.BigDecimal;
import java.time.LocalDate;

import org.jspecify.annotations.Nullable;

import org.springframework.data.annotation.Id;

/**
 * What a tenant gets for a business day.
 *
 * @param id the number of the settlement
 * @param tenant the tenant
 * @param day the business day
 * @param amount the amount
 * @param epoch the fence token of the lease under which it was written
 */
record Settlement(@Id @Nullable Long id, String tenant, LocalDate day, BigDecimal amount, long epoch) {
}
