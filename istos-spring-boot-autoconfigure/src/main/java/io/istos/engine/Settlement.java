package io.istos.engine;

import java.time.Duration;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.istos.ClaimLostException;
import io.istos.CompletionUncertainException;
import io.istos.StorageUnavailableException;
import io.istos.storage.ClaimStore;
import io.istos.storage.Completion;
import io.istos.storage.Outcome;
import io.istos.storage.Release;

/**
 * Ends claims outside the ledger's transaction. An interrupted thread still ends its
 * claims; it finds itself interrupted afterwards.
 */
final class Settlement {

	private static final Log logger = LogFactory.getLog(Settlement.class);

	private final ClaimStore store;

	private final Renewals renewals;

	private final Background background;

	private final Ticker ticker;

	private final Duration completionTimeout;

	Settlement(ClaimStore store, Renewals renewals, Background background, Ticker ticker, Duration completionTimeout) {
		this.store = store;
		this.renewals = renewals;
		this.background = background;
		this.ticker = ticker;
		this.completionTimeout = completionTimeout;
	}

	/**
	 * Store an outcome, trying while the lease lasts.
	 */
	void complete(HeldClaim claim, Outcome outcome, Duration retention) {
		try (Uninterrupted thread = new Uninterrupted()) {
			if (!completeInTime(claim, new Completion(claim.token(), outcome, retention), thread)) {
				claim.lost("its completion was refused");
				throw new ClaimLostException("Operation '" + claim.token().key().operation()
						+ "' ran, but lost its claim to another call before it completed; its result is discarded",
						null);
			}
		}
		finally {
			this.renewals.remove(claim);
		}
	}

	private boolean completeInTime(HeldClaim claim, Completion completion, Uninterrupted thread) {
		long end = this.ticker.nanos() + this.completionTimeout.toNanos();
		for (int attempt = 0;; attempt++) {
			try {
				return this.store.markProcessed(completion);
			}
			catch (RuntimeException ex) {
				if (!(ex instanceof StorageUnavailableException) || isOver(claim, end)) {
					throw uncertain(claim, ex);
				}
				logger.debug("Completion is tried again", ex);
				thread.pause(BackOff.nanos(attempt));
			}
		}
	}

	private boolean isOver(HeldClaim claim, long end) {
		long now = this.ticker.nanos();
		return end - now <= 0 || claim.nanosUntilDeadline(now) <= 0;
	}

	private static CompletionUncertainException uncertain(HeldClaim claim, Throwable cause) {
		claim.ended(CallOutcome.UNCERTAIN);
		return new CompletionUncertainException("Operation '" + claim.token().key().operation()
				+ "' ran, but its outcome could not be confirmed. The claim is kept until it lapses, then onAbandoned decides",
				cause, claim.renewal().lease());
	}

	/**
	 * Give a claim up without an outcome. What the store does not confirm at once goes on
	 * in the background.
	 * @return the answer, or {@code null} if there is none yet
	 */
	Release.@Nullable Answer giveUp(HeldClaim claim, Release release) {
		return giveUp(claim, release, 0);
	}

	/**
	 * Give a claim up whose transaction ended nobody knows how: the answer tells.
	 */
	Release.Answer giveUpUncertain(HeldClaim claim, Release release, @Nullable Throwable cause) {
		Release.Answer answer = giveUp(claim, release, this.completionTimeout.toNanos());
		if (answer == null) {
			throw uncertain(claim, (cause != null) ? cause : new IllegalStateException("The commit was not confirmed"));
		}
		return answer;
	}

	private Release.@Nullable Answer giveUp(HeldClaim claim, Release release, long patienceNanos) {
		this.renewals.remove(claim);
		long end = this.ticker.nanos() + patienceNanos;
		try (Uninterrupted thread = new Uninterrupted()) {
			Release.Answer answer = tryRelease(release);
			for (int attempt = 0; answer == null && end - this.ticker.nanos() > 0; attempt++) {
				thread.pause(BackOff.nanos(attempt));
				answer = tryRelease(release);
			}
			if (answer == null) {
				this.background.release(release);
			}
			return answer;
		}
	}

	private Release.@Nullable Answer tryRelease(Release release) {
		try {
			Release.Answer answer = this.store.releaseClaim(release);
			return (answer != Release.Answer.LOCKED) ? answer : null;
		}
		catch (StorageUnavailableException ex) {
			logger.debug("Release is tried again", ex);
			return null;
		}
	}

}
