/**
 * Shows what happens: meters and observations by Micrometer.
 */
@NullMarked
package io.istos.metrics;

import org.jspecify.annotations.NullMarked;
