package io.istos.samples.settlement;

import org.springframework.data.annotation.Id;

/**
 * Gets statements.
 *
 * @param id the number of the customer
 * @param name the name
 */
record Customer(@Id Long id, String name) {
}
