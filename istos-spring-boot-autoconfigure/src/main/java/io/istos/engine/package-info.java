/**
 * The protocol: claim, run, complete, renew, release. Usable without annotations through
 * {@link io.istos.engine.DurableOperations}.
 */
@NullMarked
package io.istos.engine;

import org.jspecify.annotations.NullMarked;
