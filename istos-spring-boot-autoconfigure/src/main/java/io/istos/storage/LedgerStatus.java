package io.istos.storage;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * How the store is.
 *
 * @param schemaVersion the version of its schema
 * @param now the time by its clock
 * @param oldestAbandoned when the oldest abandoned claim was claimed, in all namespaces;
 * {@code null} if there is none
 */
public record LedgerStatus(int schemaVersion, Instant now, @Nullable Instant oldestAbandoned) {
}
