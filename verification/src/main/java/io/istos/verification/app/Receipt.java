package io.istos.verification.app;

import java.util.UUID;

/**
 * What a booking returns: it names its row.
 *
 * @param id the row
 * @param key the business key
 * @param epoch the claim under which it was written
 */
public record Receipt(UUID id, String key, long epoch) {
}
