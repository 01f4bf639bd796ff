package io.istos.storage.memory;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

import io.istos.storage.LeaseRequest;
import io.istos.storage.LeaseToken;
import io.istos.storage.LeaseView;

/**
 * What is known of a scope. Never changed, only replaced.
 *
 * @param epoch the epoch of its last acquisition
 * @param owner who acquired it; none if it was released
 * @param takenOver whether the holder before let it lapse
 * @param acquiredAt when it was last acquired
 * @param instance who acquired it last, for people to read
 * @param deadline until when the scope is busy
 * @param state the state, if any
 * @param version how often the state was written
 */
record LeaseRow(long epoch, @Nullable UUID owner, boolean takenOver, Instant acquiredAt, @Nullable String instance,
		Instant deadline, @Nullable String state, long version) {

	static LeaseRow acquired(@Nullable LeaseRow before, LeaseRequest request, long epoch, Instant now) {
		String state = (before != null) ? before.state : null;
		long version = (before != null) ? before.version : 0;
		boolean takenOver = before != null && before.owner != null;
		LeaseRow row = new LeaseRow(epoch, request.owner(), takenOver, now, request.instance(), now.plus(request.ttl()),
				state, version);
		return (request.transition() != null) ? row.written(request.transition().state()) : row;
	}

	LeaseRow renewed(Instant deadline) {
		return held(this.owner, deadline);
	}

	LeaseRow written(@Nullable String state) {
		return new LeaseRow(this.epoch, this.owner, this.takenOver, this.acquiredAt, this.instance, this.deadline,
				state, this.version + 1);
	}

	LeaseRow checkpointed(String state, Instant deadline) {
		LeaseRow row = (this.owner != null) ? renewed(later(deadline)) : this;
		return row.written(state);
	}

	/**
	 * A lease that nobody can renew or release any more: it can only lapse.
	 */
	LeaseRow orphaned(Instant deadline) {
		return held(UUID.randomUUID(), later(deadline));
	}

	LeaseRow released(Duration holdAtLeast, Instant now) {
		Instant held = this.acquiredAt.plus(holdAtLeast);
		return held(null, held.isAfter(now) ? held : now);
	}

	LeaseRow ended(Instant now) {
		return held(null, now);
	}

	private LeaseRow held(@Nullable UUID owner, Instant deadline) {
		return new LeaseRow(this.epoch, owner, this.takenOver, this.acquiredAt, this.instance, deadline, this.state,
				this.version);
	}

	private Instant later(Instant deadline) {
		return deadline.isAfter(this.deadline) ? deadline : this.deadline;
	}

	LeaseView view(Instant now) {
		return new LeaseView(this.owner, this.epoch, Duration.between(now, this.deadline), this.deadline,
				this.acquiredAt, this.instance, this.state, this.version);
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
