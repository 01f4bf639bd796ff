/**
 * Histories of operations by several processes, and whether there is an order of the
 * operations that explains what each was answered.
 */
@NullMarked
package io.istos.verification.history;

import org.jspecify.annotations.NullMarked;
