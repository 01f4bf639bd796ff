/**
 * Processes that are killed or stopped in the middle of a durable call.
 */
@NullMarked
package io.istos.verification.crash;

import org.jspecify.annotations.NullMarked;
