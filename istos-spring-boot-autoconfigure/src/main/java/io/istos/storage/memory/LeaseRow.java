package io.istos.storage.memory;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

import io.istos.storage.LeaseRequest;
import io.istos.storage.LeaseToken;

/**
 * What is known of a scope. Never changed, only replaced.
 *
 * @param epoch the epoch of its last acquisition
 * @param owner who acquired it; none if it was released
 * @param takenOver whether the holder before let it lapse
 * @param acquiredAt when it was last acquired
 * @param deadline until when the scope is busy
 * @param state the state, if any
 * @param version how often the state was written
 */
record LeaseRow(long epoch, @Nullable UUID owner, boolean takenOver, Instant acquiredAt, Instant deadline,
		@Nullable String state, long version) {

	static LeaseRow acquired(@Nullable LeaseRow before, LeaseRequest request, long epoch, Instant now) {
		String state = (before != null) ? before.state : null;
		long version = (before != null) ? before.version : 0;
		boolean takenOver = before != null && before.owner != null;
		return new LeaseRow(epoch, request.owner(), takenOver, now, now.plus(request.ttl()), state, version);
	}

	LeaseRow renewed(Instant deadline) {
		return new LeaseRow(this.epoch, this.owner, this.takenOver, this.acquiredAt, deadline, this.state,
				this.version);
	}

	LeaseRow checkpointed(String state, Instant deadline) {
		return new LeaseRow(this.epoch, this.owner, this.takenOver, this.acquiredAt, later(deadline), state,
				this.version + 1);
	}

	/**
	 * A lease that nobody can renew or release any more: it can only lapse.
	 */
	LeaseRow orphaned(Instant deadline) {
		return new LeaseRow(this.epoch, UUID.randomUUID(), this.takenOver, this.acquiredAt, later(deadline), this.state,
				this.version);
	}

	LeaseRow released(Duration holdAtLeast, Instant now) {
		Instant held = this.acquiredAt.plus(holdAtLeast);
		return new LeaseRow(this.epoch, null, this.takenOver, this.acquiredAt, held.isAfter(now) ? held : now,
				this.state, this.version);
	}

	private Instant later(Instant deadline) {
		return deadline.isAfter(this.deadline) ? deadline : this.deadline;
	}

	boolean isOf(UUID owner) {
		return owner.equals(this.owner);
	}

	boolean isOf(LeaseToken token) {
		return isOf(token.owner()) && token.epoch() == this.epoch;
	}

	boolean isLive(Instant now) {
		return this.deadline.isAfter(now);
	}

}
