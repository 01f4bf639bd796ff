package io.istos.engine;

import java.time.Duration;

import io.istos.AbandonedException;
import io.istos.InFlightException;
import io.istos.KeyReusedException;
import io.istos.storage.Claim;
import io.istos.storage.ClaimKey;
import io.istos.storage.ClaimRequest;
import io.istos.storage.ClaimState;
import io.istos.storage.ClaimStore;
import io.istos.storage.ClaimToken;
import io.istos.storage.Release;

/**
 * Claims keys in transactions of their own, waiting for calls in flight where an
 * operation asks for it. A waiting call holds no connection: it asks again, and is woken
 * by the end of a call in its own process.
 */
final class Claimer {

	private final ClaimStore store;

	private final RunningCalls running;

	private final Background background;

	private final Ticker ticker;

	Claimer(ClaimStore store, RunningCalls running, Background background, Ticker ticker) {
		this.store = store;
		this.running = running;
		this.background = background;
		this.ticker = ticker;
	}

	Answer claim(ClaimRequest request, OperationSpec spec) {
		Answer answer = ask(request, spec);
		if (!spec.options().waits()) {
			return answer;
		}
		long end = this.ticker.nanos() + spec.options().waitAtMost().toNanos();
		for (int attempt = 0; answer.isInFlight() && !isHeldByThisThread(request.key()); attempt++) {
			long left = end - this.ticker.nanos();
			if (left <= 0) {
				break;
			}
			await(request.key(), Math.min(left, BackOff.nanos(attempt)));
			answer = ask(request, spec).afterWaiting();
		}
		return answer;
	}

	// A claim may have been made although its answer never came.
	private Answer ask(ClaimRequest request, OperationSpec spec) {
		long sentAt = this.ticker.nanos();
		try {
			return new Answer(this.store.claimProcessed(request), sentAt, false);
		}
		catch (RuntimeException | Error ex) {
			this.background.release(new Release(request.token(ClaimToken.UNKNOWN_EPOCH), Release.Target.FREE,
					"The caller got no answer to its claim", spec.retention()));
			throw ex;
		}
	}

	// In a transaction that is suspended on this thread: it can't end while we wait.
	private boolean isHeldByThisThread(ClaimKey key) {
		ExactlyOnceCall other = this.running.find(key);
		return other != null && other.isOnThread(Thread.currentThread());
	}

	private void await(ClaimKey key, long nanos) {
		try {
			this.running.awaitEnd(key, nanos);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw inFlight(key, Duration.ofMillis(100));
		}
	}

	static RuntimeException refusal(ClaimKey key, Claim claim) {
		return switch (claim.state()) {
			case IN_FLIGHT -> inFlight(key, (claim.retryAfter() != null) ? claim.retryAfter() : Duration.ofMillis(100));
			case REUSED -> reused(key);
			case ABANDONED -> abandoned(key, claim);
			case CLAIMED, DONE -> new IllegalStateException("Not a refusal: " + claim.state());
		};
	}

	static KeyReusedException reused(ClaimKey key) {
		return new KeyReusedException("Operation '" + key.operation()
				+ "' was called again with a known key but other arguments: the method did not run."
				+ " Send the original arguments, or a new key");
	}

	private static InFlightException inFlight(ClaimKey key, Duration retryAfter) {
		return new InFlightException("Operation '" + key.operation()
				+ "' is running for this key: the method did not run again. Retry in " + retryAfter.toMillis() + " ms",
				retryAfter);
	}

	private static AbandonedException abandoned(ClaimKey key, Claim claim) {
		Claim.Former former = claim.former();
		String what = (former == null || former.held()) ? "was held" : "lapsed";
		return new AbandonedException("A call of operation '" + key.operation() + "' " + what + " after attempt "
				+ claim.attempts() + ((former != null) ? ", claimed at " + former.claimedAt() : "")
				+ ": the method did not run. A person, or an AbandonedResolver with onAbandoned = RECONCILE, has to decide");
	}

	/**
	 * The store's answer.
	 *
	 * @param claim the answer
	 * @param sentAt when it was asked for, on the local clock
	 * @param waited whether another call was waited for before that
	 */
	record Answer(Claim claim, long sentAt, boolean waited) {

		Answer afterWaiting() {
			return new Answer(this.claim, this.sentAt, true);
		}

		boolean isInFlight() {
			return this.claim.state() == ClaimState.IN_FLIGHT;
		}

	}

}
