/**
 * Payments over HTTP: charged exactly once per idempotency key.
 */
@NullMarked
package io.istos.samples.payments;

import org.jspecify.annotations.NullMarked;
