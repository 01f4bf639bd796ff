/**
 * Stands in for another company's payment gateway.
 */
@NullMarked
package io.istos.samples.payments.gateway;

import org.jspecify.annotations.NullMarked;
