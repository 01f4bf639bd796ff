package io.istos.storage;

/**
 * A document as it is stored.
 *
 * @param value the value as JSON text
 * @param version changes with every write and never comes again, not even after the
 * document is deleted and created anew
 */
public record Document(String value, long version) {
}
