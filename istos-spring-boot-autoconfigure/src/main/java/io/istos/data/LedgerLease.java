package io.istos.data;

import java.time.Instant;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

import org.springframework.data.relational.core.mapping.Table;

/**
 * A lease as the ledger has it: one row per scope. Its state is not part of it, only the
 * version of that.
 *
 * @param namespace the namespace, empty by default
 * @param scope the scope, as it is stored
 * @param owner the owner token of its holder, lapsed or not; {@code null} if it was given
 * up
 * @param epoch the epoch of its last acquisition, which is the holder's fence token
 * @param acquiredAt when it was last acquired
 * @param deadline when it lapses or lapsed; of one that was given up, when it may be
 * acquired
 * @param takenOver whether the holder before let it lapse
 * @param instance who acquired it last, if known
 * @param version how often the state was written
 */
@Table("istos_lease")
public record LedgerLease(String namespace, String scope, @Nullable UUID owner, long epoch, Instant acquiredAt,
		Instant deadline, boolean takenOver, @Nullable String instance, long version) {
}
