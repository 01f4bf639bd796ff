package io.istos.storage.memory;

import java.time.Instant;
import java.util.Objects;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

import io.istos.storage.Claim;
import io.istos.storage.ClaimKey;
import io.istos.storage.ClaimRequest;
import io.istos.storage.ClaimStatus;
import io.istos.storage.ClaimToken;
import io.istos.storage.ClaimView;
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
 * @param traceId the trace of its last claim, if there was one
 * @param expiresAt when it may be purged; free and done rows only
 */
record Row(State state, @Nullable UUID owner, long epoch, @Nullable Instant deadline, @Nullable String fingerprint,
		@Nullable Outcome outcome, int attempts, @Nullable String lastError, Instant claimedAt,
		@Nullable String instance, @Nullable String traceId, @Nullable Instant expiresAt) {

	enum State {

		FREE, CLAIMED, HELD, DONE

	}

	static Row claimed(@Nullable Row before, ClaimRequest request, long epoch, Instant now) {
		int attempts = (before != null) ? before.attempts + 1 : 1;
		String lastError = (before != null) ? before.lastError : null;
		return new Row(State.CLAIMED, request.owner(), epoch, now.plus(request.lease()), request.fingerprint(), null,
				attempts, lastError, now, request.instance(), request.traceId(), null);
	}

	/**
	 * A call that finished elsewhere.
	 */
	static Row imported(long epoch, Instant now, Instant expiresAt) {
		return new Row(State.DONE, null, epoch, null, null, Outcome.UNKNOWN, 0, null, now, null, null, expiresAt);
	}

	Row done(Completion completion, Instant now) {
		return done(this.owner, this.epoch, completion.outcome(), now.plus(completion.retention()));
	}

	/**
	 * Done under an owner that nobody is.
	 */
	Row decided(Outcome outcome, long epoch, Instant expiresAt) {
		return done(UUID.randomUUID(), epoch, outcome, expiresAt);
	}

	private Row done(@Nullable UUID owner, long epoch, Outcome outcome, Instant expiresAt) {
		return new Row(State.DONE, owner, epoch, this.deadline, this.fingerprint, outcome, this.attempts,
				this.lastError, this.claimedAt, this.instance, this.traceId, expiresAt);
	}

	Row released(Release release, Instant now) {
		boolean held = (release.target() == Release.Target.HELD);
		return released(held ? State.HELD : State.FREE, release.lastError(),
				held ? null : now.plus(release.retention()));
	}

	Row freed(Instant expiresAt) {
		return released(State.FREE, this.lastError, expiresAt);
	}

	private Row released(State state, @Nullable String lastError, @Nullable Instant expiresAt) {
		return new Row(state, null, this.epoch, null, this.fingerprint, null, this.attempts, lastError, this.claimedAt,
				this.instance, this.traceId, expiresAt);
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
				this.lastError, this.claimedAt, this.instance, this.traceId, null);
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

	ClaimStatus status(Instant now) {
		return switch (this.state) {
			case FREE -> ClaimStatus.FREE;
			case CLAIMED -> isLive(now) ? ClaimStatus.RUNNING : ClaimStatus.ABANDONED;
			case HELD -> ClaimStatus.HELD;
			case DONE -> ClaimStatus.DONE;
		};
	}

	ClaimView view(ClaimKey key, Instant now) {
		return new ClaimView(key, status(now), (this.outcome != null) ? this.outcome.kind() : null, this.epoch,
				this.attempts, this.claimedAt, isClaimed() ? this.deadline : null, this.expiresAt, this.lastError,
				this.instance, this.traceId);
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
