package io.istos.coordination;

/**
 * A value and its version.
 *
 * @param value the value
 * @param version changes with every write and never comes again, not even after the
 * document is deleted and created anew
 * @param <T> the type of the value
 */
public record Versioned<T>(T value, long version) {
}
