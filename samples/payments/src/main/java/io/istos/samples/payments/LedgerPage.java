package io.istos.samples.payments;

import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.data.domain.Slice;

import io.istos.data.CallState;
import io.istos.data.LedgerCall;

/**
 * A page of the ledger.
 *
 * @param page the number of the page, from 0
 * @param more whether there is another one
 * @param charges the charges on it
 */
record LedgerPage(int page, boolean more, List<Charge> charges) {

	static LedgerPage of(Slice<LedgerCall> calls) {
		return new LedgerPage(calls.getNumber(), calls.hasNext(), calls.map(Charge::of).getContent());
	}

	record Charge(String idempotencyKey, CallState state, int attempts, Instant claimedAt, @Nullable Instant deadline,
			@Nullable String instance) {

		static Charge of(LedgerCall call) {
			return new Charge(call.key(), call.state(), call.attempts(), call.claimedAt(), call.deadline(),
					call.instance());
		}

	}

}
