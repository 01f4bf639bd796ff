package io.istos.storage;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * A scope as it is stored.
 *
 * @param owner the owner token of its holder, lapsed or not; {@code null} if it was given
 * up
 * @param epoch the epoch of its last acquisition
 * @param remaining the time until its deadline; zero or less if that has passed
 * @param deadline when it lapses or lapsed, or may be acquired
 * @param acquiredAt when it was last acquired
 * @param instance who acquired it last, if known
 * @param state the state as JSON text, if any
 * @param version the version of the state
 */
public record LeaseView(@Nullable UUID owner, long epoch, Duration remaining, Instant deadline, Instant acquiredAt,
		@Nullable String instance, @Nullable String state, long version) {

	/**
	 * Whether somebody holds the lease, at the instant it was read.
	 * @return whether it has an owner and has not lapsed
	 */
	public boolean isHeld() {
		return this.owner != null && this.remaining.toNanos() > 0;
	}

}
