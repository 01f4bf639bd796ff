package io.istos.storage;

import org.jspecify.annotations.Nullable;

/**
 * The answer to a conditional write.
 *
 * @param written whether it was written
 * @param document what is stored now: what was written, or what kept it from being
 * written; {@code null} if there is none
 */
public record DocumentWrite(boolean written, @Nullable Document document) {
}
