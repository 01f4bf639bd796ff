/**
 * Three bare primitives over the store: a unique constraint, fenced ownership with a
 * state, and a safe read-modify-write. None of them joins a transaction.
 */
@NullMarked
package io.istos.coordination;

import org.jspecify.annotations.NullMarked;
