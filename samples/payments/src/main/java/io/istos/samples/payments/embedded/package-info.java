/**
 * A PostgreSQL for a machine that has none.
 */
@NullMarked
package io.istos.samples.payments.embedded;

import org.jspecify.annotations.NullMarked;
