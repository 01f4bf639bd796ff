package io.istos.engine;

import java.util.Objects;

import org.jspecify.annotations.Nullable;

import io.istos.storage.Claim;
import io.istos.storage.ClaimKey;
import io.istos.storage.ClaimRequest;
import io.istos.storage.ClaimState;
import io.istos.storage.LedgerTransaction;
import io.istos.storage.Outcome;

/**
 * The claim of one call: asked for, and then held.
 */
final class CallClaim {

	private final ExactlyOnce.Tools tools;

	private final OperationSpec spec;

	private final ClaimRequest request;

	private @Nullable HeldClaim held;

	private boolean waited;

	CallClaim(ExactlyOnce.Tools tools, OperationSpec spec, ClaimRequest request) {
		this.tools = tools;
		this.spec = spec;
		this.request = request;
	}

	/**
	 * Claim in a transaction of its own, and renew from now on.
	 * @return the outcome to replay, or {@code null} if the claim is held
	 */
	@Nullable Outcome own(CallRequest call) {
		Claimer.Answer answer = this.tools.claimer().claim(this.request, this.spec);
		this.waited = answer.waited();
		Outcome known = accept(answer.claim(), answer.sentAt());
		if (known != null) {
			return known;
		}
		this.tools.renewals().add(held());
		return new Reconciliation(this.tools, this.spec, call, held()).decide(answer.claim());
	}

	/**
	 * Claim in the ledger's transaction, whose end decides about the claim too.
	 * @return the outcome to replay, or {@code null} if the claim is held
	 */
	@Nullable Outcome inTransaction(LedgerTransaction transaction) {
		long sentAt = this.tools.ticker().nanos();
		return accept(this.tools.store().claimProcessed(this.request, transaction), sentAt);
	}

	private @Nullable Outcome accept(Claim answer, long sentAt) {
		if (answer.state() == ClaimState.CLAIMED) {
			this.held = new HeldClaim(this.request.token(answer.epoch()), this.spec.lease(), answer.attempts(), sentAt);
			if (answer.former() != null) {
				this.tools.listener().claimTakenOver(this.spec.name());
			}
			return null;
		}
		if (answer.outcome() != null) {
			return answer.outcome();
		}
		throw Claimer.refusal(key(), answer);
	}

	ClaimKey key() {
		return this.request.key();
	}

	/**
	 * Whether another call was waited for.
	 */
	boolean hasWaited() {
		return this.waited;
	}

	boolean isHeld() {
		return this.held != null;
	}

	HeldClaim held() {
		return Objects.requireNonNull(this.held);
	}

}
