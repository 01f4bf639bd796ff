package io.istos.samples.settlement;

import org.jspecify.annotations.Nullable;

import org.springframework.data.annotation.Id;
import org.springframework.data.relational.core.mapping.Column;

/**
 * What a customer is told.
 *
 * @param id the number of the statement
 * @param customer the customer
 * @param text the text
 * @param epoch the fence token of the lease under which it was written
 */
record Statement(@Id @Nullable Long id, @Column("customer_id") long customer, String text, long epoch) {
}
