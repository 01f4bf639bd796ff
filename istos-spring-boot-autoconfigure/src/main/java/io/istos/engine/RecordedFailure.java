package io.istos.engine;

import org.jspecify.annotations.Nullable;

/**
 * What is stored of a failure that is an outcome. Public for codecs to read and write.
 *
 * @param type the class name of the failure
 * @param message its message
 */
public record RecordedFailure(String type, @Nullable String message) {
}
