/**
 * Everything at once, for as long as one likes.
 */
@NullMarked
package io.istos.verification.stress;

import org.jspecify.annotations.NullMarked;
