package io.istos;

import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * An abandoned or held call, as its resolver sees it.
 *
 * @param operation the operation
 * @param key the business key
 * @param downstreamKey what {@link DurableCall#downstreamKey()} was, and will be: ask the
 * gateway what became of it
 * @param attempt how many claims of this key came to run before the present one
 * @param claimedAt when the abandoned attempt was claimed, by the store's clock
 * @param deadline when it lapsed, by the store's clock; {@code null} if it was held
 * @param lastError the last recorded error of the key
 * @param arguments the arguments of the present call
 */
public record Abandoned(String operation, String key, String downstreamKey, int attempt, Instant claimedAt,
		@Nullable Instant deadline, @Nullable String lastError, List<@Nullable Object> arguments) {
}
