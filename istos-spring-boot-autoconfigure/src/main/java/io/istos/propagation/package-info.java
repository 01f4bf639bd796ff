/**
 * Carries leases from thread to thread where Micrometer's context propagation is there.
 */
@NullMarked
package io.istos.propagation;

import org.jspecify.annotations.NullMarked;
