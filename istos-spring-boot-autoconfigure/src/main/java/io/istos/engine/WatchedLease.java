package io.istos.engine;

import java.util.Objects;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

import io.istos.LeaseLostException;
import io.istos.ScopeBusyException;
import io.istos.transaction.OpenTransaction;

/**
 * One leased call, from its lease to the end of its method.
 */
final class WatchedLease {

	private final Watch<LeaseOutcome> watch;

	WatchedLease(Watch<LeaseOutcome> watch) {
		this.watch = watch;
	}

	@Nullable Object execute(Entrance entrance, LeaseCall.Body body, LeaseCall.Busy busy) throws Throwable {
		Entered entered;
		try {
			entered = entrance.enter();
		}
		catch (Throwable ex) {
			this.watch.ended((ex instanceof LeaseLostException) ? LeaseOutcome.LOST : LeaseOutcome.REFUSED, ex);
			throw ex;
		}
		if (entered.busy() != null) {
			return answer(busy, entered.busy());
		}
		return run(entered, body);
	}

	private @Nullable Object answer(LeaseCall.Busy busy, ScopeBusyException reason) {
		LeaseOutcome outcome = LeaseOutcome.BUSY;
		try {
			Object answer = busy.answer(reason);
			outcome = LeaseOutcome.SKIPPED;
			return answer;
		}
		finally {
			this.watch.ended(outcome, (outcome == LeaseOutcome.BUSY) ? reason : null);
		}
	}

	private @Nullable Object run(Entered entered, LeaseCall.Body body) throws Throwable {
		LeaseUse use = entered.use();
		Object result;
		try {
			result = use.within(body, entered.callers());
		}
		catch (Throwable ex) {
			use.close();
			ended(use, ex);
			throw ex;
		}
		if (entered.call().asynchronous() && result instanceof CompletionStage<?> stage) {
			return LeasedStage.of(stage, use, (failure) -> ended(use, failure));
		}
		use.close();
		ended(use, null);
		return result;
	}

	private void ended(LeaseUse use, @Nullable Throwable failure) {
		LeaseOutcome outcome = (failure != null) ? LeaseOutcome.FAILED : LeaseOutcome.RAN;
		this.watch.ended(use.lost().isPresent() ? LeaseOutcome.LOST : outcome, failure);
	}

	/**
	 * What lets a call in.
	 */
	@FunctionalInterface
	interface Entrance {

		Entered enter();

	}

	/**
	 * A call that was let in, or that found its scope busy.
	 *
	 * @param call the call
	 * @param lease its use of the lease; set unless the scope is busy
	 * @param callers the caller's transaction, if there is one on the ledger
	 * @param busy why it can't run, if it can't
	 */
	record Entered(LeaseCall call, @Nullable LeaseUse lease, @Nullable OpenTransaction callers,
			@Nullable ScopeBusyException busy) {

		LeaseUse use() {
			return Objects.requireNonNull(this.lease);
		}

	}

}
