package io.istos.storage.memory;

import java.time.InstantSource;

import org.jspecify.annotations.Nullable;

import io.istos.StorageUnavailableException;
import io.istos.storage.ClaimKey;
import io.istos.storage.ClaimToken;
import io.istos.storage.Completion;
import io.istos.storage.Outcome;
import io.istos.storage.Release;
import io.istos.storage.Renewal;

/**
 * Decides what the owner of a claim may do with it. Not thread-safe.
 */
final class Owning {

	private final InstantSource clock;

	private final Appending appending;

	Owning(InstantSource clock, Appending appending) {
		this.clock = clock;
		this.appending = appending;
	}

	/**
	 * Complete on its own.
	 * @return {@code false} if the claim is lost
	 */
	boolean complete(Rows rows, Completion completion) {
		ClaimKey key = completion.token().key();
		Row row = rows.find(key);
		if (row == null || !row.isOf(completion.token())) {
			return false;
		}
		if (row.isDone()) {
			return true;
		}
		if (rows.isLocked(key)) {
			throw new StorageUnavailableException("An open transaction is deciding about operation '" + key.operation()
					+ "': complete in that transaction, or after it", null, Claiming.SHORTEST_HINT);
		}
		finish(rows, completion, row);
		return true;
	}

	/**
	 * Complete in a transaction.
	 * @return {@code false} if the claim is lost
	 */
	boolean completeIn(MemoryTransaction rows, Completion completion) {
		Row row = claimedBy(completion.token(), rows);
		if (row == null || rows.isLocked(completion.token().key())) {
			return false;
		}
		finish(rows, completion, row);
		return true;
	}

	private void finish(Rows rows, Completion completion, Row row) {
		ClaimKey key = completion.token().key();
		Outcome outcome = completion.outcome();
		if (outcome.kind() != Outcome.Kind.FAILURE) {
			this.appending.append(rows, key.namespace(), key.operation(), outcome.json(), key.key());
		}
		rows.write(key, row.done(completion, this.clock.instant()));
	}

	boolean lockIn(MemoryTransaction rows, ClaimToken token) {
		Row row = claimedBy(token, rows);
		if (row == null || rows.isLocked(token.key())) {
			return false;
		}
		rows.write(token.key(), row);
		return true;
	}

	Release.Answer release(Rows rows, Release release) {
		ClaimToken token = release.token();
		Row row = rows.find(token.key());
		if (row == null || !isReleasableBy(token, row)) {
			return Release.Answer.NOT_OURS;
		}
		if (row.isDone()) {
			return Release.Answer.COMPLETED;
		}
		if (rows.isLocked(token.key())) {
			return Release.Answer.LOCKED;
		}
		rows.write(token.key(), row.released(release, this.clock.instant()));
		return Release.Answer.RELEASED;
	}

	private static boolean isReleasableBy(ClaimToken token, Row row) {
		return (token.epoch() == ClaimToken.UNKNOWN_EPOCH) ? row.isOf(token.owner()) : row.isOf(token);
	}

	Renewal.Answer renew(Rows rows, Renewal renewal) {
		ClaimKey key = renewal.token().key();
		Row row = claimedBy(renewal.token(), rows);
		if (row == null) {
			return Renewal.Answer.LOST;
		}
		if (rows.isLocked(key)) {
			return Renewal.Answer.LOCKED;
		}
		rows.write(key, row.renewed(this.clock.instant().plus(renewal.lease())));
		return Renewal.Answer.RENEWED;
	}

	private static @Nullable Row claimedBy(ClaimToken token, Rows rows) {
		Row row = rows.find(token.key());
		return (row != null && row.isClaimed() && row.isOf(token)) ? row : null;
	}

}
