/**
 * What combining statements brings, measured.
 */
@NullMarked
package io.istos.verification.combining;

import org.jspecify.annotations.NullMarked;
