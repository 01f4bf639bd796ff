package io.istos.storage.memory;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

import org.jspecify.annotations.Nullable;

import io.istos.storage.Claim;
import io.istos.storage.ClaimRequest;
import io.istos.storage.ClaimState;
import io.istos.storage.TakeOver;

/**
 * Decides who may run. Not thread-safe.
 */
final class Claiming {

	static final Duration SHORTEST_HINT = Duration.ofMillis(100);

	private final InstantSource clock;

	private final AtomicLong epochs;

	Claiming(InstantSource clock, AtomicLong epochs) {
		this.clock = clock;
		this.epochs = epochs;
	}

	Claim claim(Rows rows, ClaimRequest request, TakeOver takeOver) {
		Row row = rows.find(request.key());
		Instant now = this.clock.instant();
		if (row == null || row.isFree()) {
			return rows.isLocked(request.key()) ? inFlight(row, SHORTEST_HINT) : take(rows, request, row, now);
		}
		boolean live = row.isLive(now);
		if (live && row.isOf(request.owner())) {
			return answer(ClaimState.CLAIMED, row, null);
		}
		if (row.isReusedBy(request.fingerprint())) {
			return answer(ClaimState.REUSED, row, null);
		}
		if (row.isDone()) {
			return new Claim(ClaimState.DONE, row.epoch(), row.attempts(), row.outcome(), null, null);
		}
		if (live) {
			return inFlight(row, Duration.between(now, row.requiredDeadline()));
		}
		if (rows.isLocked(request.key())) {
			return inFlight(row, SHORTEST_HINT);
		}
		return isTakenOverBy(takeOver, row) ? take(rows, request, row, now)
				: answer(ClaimState.ABANDONED, row, row.former());
	}

	private static boolean isTakenOverBy(TakeOver takeOver, Row row) {
		return switch (takeOver) {
			case NONE -> false;
			case LAPSED -> !row.isHeld();
			case LAPSED_AND_HELD -> true;
		};
	}

	private Claim take(Rows rows, ClaimRequest request, @Nullable Row before, Instant now) {
		Row row = Row.claimed(before, request, this.epochs.incrementAndGet(), now);
		rows.write(request.key(), row);
		return answer(ClaimState.CLAIMED, row, (before != null && !before.isFree()) ? before.former() : null);
	}

	private static Claim answer(ClaimState state, Row row, Claim.@Nullable Former former) {
		return new Claim(state, row.epoch(), row.attempts(), null, null, former);
	}

	private static Claim inFlight(@Nullable Row row, Duration remaining) {
		return (row != null) ? new Claim(ClaimState.IN_FLIGHT, row.epoch(), row.attempts(), null, hint(remaining), null)
				: new Claim(ClaimState.IN_FLIGHT, 0, 0, null, hint(remaining), null);
	}

	static Duration hint(Duration remaining) {
		return (remaining.compareTo(SHORTEST_HINT) < 0) ? SHORTEST_HINT : remaining;
	}

}
