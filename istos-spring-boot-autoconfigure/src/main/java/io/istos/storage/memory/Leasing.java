package io.istos.storage.memory;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

import org.jspecify.annotations.Nullable;

import io.istos.storage.Acquisition;
import io.istos.storage.LeaseFence;
import io.istos.storage.LeaseRelease;
import io.istos.storage.LeaseRenewal;
import io.istos.storage.LeaseRequest;
import io.istos.storage.LeaseToken;
import io.istos.storage.LeaseView;
import io.istos.storage.ScopeKey;
import io.istos.storage.StateTransition;
import io.istos.storage.StateWrite;

/**
 * Decides who has a scope, and what its holder may do with it. Not thread-safe.
 */
final class Leasing {

	private final Ledger ledger;

	private final InstantSource clock;

	private final AtomicLong epochs;

	Leasing(Ledger ledger, InstantSource clock, AtomicLong epochs) {
		this.ledger = ledger;
		this.clock = clock;
		this.epochs = epochs;
	}

	Acquisition acquire(LeaseRequest request) {
		ScopeKey key = request.key();
		LeaseRow row = this.ledger.leases().get(key);
		Instant now = this.clock.instant();
		if (row != null && row.isLive(now)) {
			return row.isOf(request.owner()) ? granted(row) : busy(Duration.between(now, row.deadline()));
		}
		if (this.ledger.locks().isLocked(key) || isKeptFrom(request, row)) {
			return busy(Duration.ZERO);
		}
		if (isChanged(row, request.transition())) {
			return new Acquisition(null, null, true);
		}
		LeaseRow acquired = LeaseRow.acquired(row, request, this.epochs.incrementAndGet(), now);
		this.ledger.leases().put(key, acquired);
		return granted(acquired);
	}

	private static boolean isKeptFrom(LeaseRequest request, @Nullable LeaseRow row) {
		return row != null && row.owner() != null && !request.steal();
	}

	private static boolean isChanged(@Nullable LeaseRow row, @Nullable StateTransition transition) {
		return transition != null && transition.version() != ((row != null) ? row.version() : StateTransition.ABSENT);
	}

	private static Acquisition granted(LeaseRow row) {
		return new Acquisition(new Acquisition.Granted(row.epoch(), row.takenOver(), row.state(), row.version()), null);
	}

	private static Acquisition busy(Duration remaining) {
		return new Acquisition(null, Claiming.hint(remaining));
	}

	LeaseRenewal.Answer renew(LeaseRenewal renewal) {
		LeaseRow row = rowOf(renewal.token());
		if (row == null) {
			return LeaseRenewal.Answer.TAKEN_OVER;
		}
		Instant now = this.clock.instant();
		if (!row.isLive(now)) {
			return LeaseRenewal.Answer.EXPIRED;
		}
		this.ledger.leases().put(renewal.token().key(), row.renewed(now.plus(renewal.ttl())));
		return LeaseRenewal.Answer.RENEWED;
	}

	boolean holds(LeaseToken token) {
		LeaseRow row = rowOf(token);
		return row != null && row.isLive(this.clock.instant());
	}

	boolean holdIn(MemoryTransaction transaction, LeaseToken token) {
		if (!holds(token)) {
			return false;
		}
		transaction.add(new Change.Held(token.key()));
		return true;
	}

	boolean fenceIn(MemoryTransaction transaction, LeaseFence fence) {
		LeaseToken token = fence.token();
		if (fence.held() ? rowOf(token) == null : !holds(token)) {
			return false;
		}
		Instant deadline = this.clock.instant().plus(fence.ttl());
		transaction.add(new Change.Fenced(token.key(), deadline, fence.checkpoint()));
		return true;
	}

	LeaseRelease.Answer release(LeaseRelease release) {
		LeaseToken token = release.token();
		LeaseRow row = this.ledger.leases().get(token.key());
		if (row == null || !isReleasableBy(token, row)) {
			return LeaseRelease.Answer.NOT_OURS;
		}
		if (this.ledger.locks().isLocked(token.key())) {
			return LeaseRelease.Answer.LOCKED;
		}
		this.ledger.leases().put(token.key(), row.released(release.holdAtLeast(), this.clock.instant()));
		return LeaseRelease.Answer.RELEASED;
	}

	Optional<LeaseView> find(ScopeKey key) {
		return Optional.ofNullable(this.ledger.leases().get(key)).map((row) -> row.view(this.clock.instant()));
	}

	StateWrite.Answer write(StateWrite write) {
		LeaseRow row = rowOf(write.token());
		if (row == null) {
			return new StateWrite.Answer(StateWrite.Result.LOST, null, 0);
		}
		if (write.version() != null && write.version() != row.version()) {
			return answer(StateWrite.Result.CHANGED, row);
		}
		LeaseRow written = written(row, write);
		this.ledger.leases().put(write.token().key(), written);
		return answer(StateWrite.Result.WRITTEN, written);
	}

	private LeaseRow written(LeaseRow row, StateWrite write) {
		Instant now = this.clock.instant();
		LeaseRow written = write.change().replace() ? row.written(write.change().state()) : row;
		if (write.ttl() != null) {
			written = written.renewed(now.plus(write.ttl()));
		}
		return write.release() ? written.released(Duration.ZERO, now) : written;
	}

	private static StateWrite.Answer answer(StateWrite.Result result, LeaseRow row) {
		return new StateWrite.Answer(result, row.state(), row.version());
	}

	private static boolean isReleasableBy(LeaseToken token, LeaseRow row) {
		return (token.epoch() == LeaseToken.UNKNOWN_EPOCH) ? row.isOf(token.owner()) : row.isOf(token);
	}

	private @Nullable LeaseRow rowOf(LeaseToken token) {
		LeaseRow row = this.ledger.leases().get(token.key());
		return (row != null && row.isOf(token)) ? row : null;
	}

}
