package io.istos.health;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.istos.storage.LedgerStatus;

/**
 * What came of asking the store how it is.
 *
 * @param status what it answered; {@code null} if it did not
 * @param clockDifference how far its clock is ahead of this process's; {@code null}
 * without an answer
 * @param problem what is wrong; {@code null} if nothing is
 */
record StoreAnswer(@Nullable LedgerStatus status, @Nullable Duration clockDifference, @Nullable String problem) {

	static StoreAnswer of(LedgerStatus status, Duration clockDifference) {
		return new StoreAnswer(status, clockDifference, null);
	}

	static StoreAnswer none(String problem) {
		return new StoreAnswer(null, null, problem);
	}

}
