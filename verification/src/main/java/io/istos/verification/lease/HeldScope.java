package io.istos.verification.lease;

import java.sql.Timestamp;

/**
 * A lease that was live at some moment.
 *
 * @param scope the scope
 * @param epoch the epoch
 * @param deadline when it lapses
 */
record HeldScope(String scope, long epoch, Timestamp deadline) {
}
