package io.istos.storage;

import java.time.Duration;

/**
 * Finishes a claim. A completion with a result also appends it to the event log, under
 * the operation as log key and the business key as idempotency key, in the same
 * statement.
 *
 * @param token proof of ownership
 * @param outcome what to store
 * @param retention how long to remember it
 */
public record Completion(ClaimToken token, Outcome outcome, Duration retention) {

	/**
	 * Validate.
	 * @throws IllegalArgumentException if the retention is not positive or absurd
	 */
	public Completion {
		ClaimRequest.checkDuration("retention", retention);
	}

}
