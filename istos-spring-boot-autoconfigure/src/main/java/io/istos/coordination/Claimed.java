package io.istos.coordination;

/**
 * What became of a claim.
 *
 * @param won whether this call claimed the key
 * @param value the caller's own value if it won, else the winner's
 * @param version the version of the stored value
 * @param <T> the type of the value
 */
public record Claimed<T>(boolean won, T value, long version) {
}
