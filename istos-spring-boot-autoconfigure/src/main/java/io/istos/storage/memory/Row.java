package io.istos.storage.memory;

import java.time.Instant;
import java.util.Objects;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

import io.istos.storage.Claim;
import io.istos.storage.ClaimRequest;
import io.istos.storage.ClaimToken;
import io.istos.storage.Completion;
import io.istos.storage.Outcome;
import io.istos.storage.Release;

/**
 * What is known of a key. Never changed, only replaced.
 *
 * @param state what the key is
 * @param owner who claimed or completed it; none if free or held
 * @param epoch the epoch of its last claim
 * @param deadline when the claim lapses; kept when it is done
 * @param fingerprint the fingerprint of its last claim, if any
 * @param outcome the outcome; done rows only
 * @param attempts how many claims there were
 * @param lastError the error of the last release
 * @param claimedAt when it was last claimed
 * @param instance who last claimed it
 * @param expiresAt when it may be purged; free and done rows only
 */
record Row(State state, @Nullable UUID owner, long epoch, @Nullable Instant deadline, @Nullable String fingerprint,
		@Nullable Outcome outcome, int attempts, @Nullable String lastError, Instant claimedAt,
		@Nullable String instance, @Nullable Instant expiresAt) {

	enum State {

		FREE, CLAIMED, HELD, DONE

	}

	static Row claimed(@Nullable Row before, ClaimRequest request, long epoch, Instant now) {
		int attempts = (before != null) ? before.attempts + 1 : 1;
		String lastError = (before != null) ? before.lastError : null;
		return new Row(State.CLAIMED, request.owner(), epoch, now.plus(request.lease()), request.fingerprint(), null,
				attempts, lastError, now, request.instance(), null);
	}

	Row done(Completion completion, Instant now) {
		return new Row(State.DONE, this.owner, this.epoch, this.deadline, this.fingerprint, completion.outcome(),
				this.attempts, this.lastError, this.claimedAt, this.instance, now.plus(completion.retention()));
	}

	Row released(Release release, Instant now) {
		boolean held = (release.target() == Release.Target.HELD);
		return new Row(held ? State.HELD : State.FREE, null, this.epoch, null, this.fingerprint, null, this.attempts,
				release.lastError(), this.claimedAt, this.instance, held ? null : now.plus(release.retention()));
	}

	Row renewed(Instant deadline) {
		return claimed(this.owner, deadline);
	}

	/**
	 * A claim that nobody can complete, renew or release any more: it can only lapse.
	 */
	Row orphaned() {
		return claimed(UUID.randomUUID(), this.deadline);
	}

	private Row claimed(@Nullable UUID owner, @Nullable Instant deadline) {
		return new Row(State.CLAIMED, owner, this.epoch, deadline, this.fingerprint, null, this.attempts,
				this.lastError, this.claimedAt, this.instance, null);
	}

	boolean isFree() {
		return this.state == State.FREE;
	}

	boolean isClaimed() {
		return this.state == State.CLAIMED;
	}

	boolean isHeld() {
		return this.state == State.HELD;
	}

	boolean isDone() {
		return this.state == State.DONE;
	}

	boolean isLive(Instant now) {
		return isClaimed() && requiredDeadline().isAfter(now);
	}

	boolean isOf(UUID owner) {
		return owner.equals(this.owner);
	}

	boolean isOf(ClaimToken token) {
		return isOf(token.owner()) && token.epoch() == this.epoch;
	}

	boolean isReusedBy(@Nullable String fingerprint) {
		return fingerprint != null && this.fingerprint != null && !fingerprint.equals(this.fingerprint);
	}

	Instant requiredDeadline() {
		return Objects.requireNonNull(this.deadline, "a claim has a deadline");
	}

	Claim.Former former() {
		return new Claim.Former(isHeld(), this.claimedAt, this.deadline, this.instance, this.lastError);
	}

}
