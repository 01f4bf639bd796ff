/**
 * Watches the jobs from outside while a story is told, so that they need not know of it.
 */
@NullMarked
package io.istos.samples.settlement.watch;

import org.jspecify.annotations.NullMarked;
