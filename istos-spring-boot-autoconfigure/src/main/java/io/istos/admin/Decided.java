package io.istos.admin;

import org.jspecify.annotations.Nullable;

/**
 * A decision that was carried out, as it is in the event log.
 *
 * @param decision the decision
 * @param subject the operation, or the scope of a lease
 * @param before the status that it was made about
 * @param epoch the epoch that it was made about
 * @param who who decided, if known
 * @param reason why, if that was said
 */
public record Decided(String decision, String subject, String before, long epoch, @Nullable String who,
		@Nullable String reason) {
}
