package io.istos.engine;

import java.time.Duration;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.istos.ClaimLostException;
import io.istos.storage.ClaimToken;
import io.istos.storage.Renewal;

/**
 * A claim that this process holds, with its deadline on the local monotonic clock, which
 * counts from before the claim or its renewal was sent and so never lies behind the
 * store's. Thread-safe.
 */
final class HeldClaim implements Renewable<Renewal.Answer> {

	private static final Log logger = LogFactory.getLog(HeldClaim.class);

	private final ClaimToken token;

	private final Duration lease;

	private final int attempt;

	private volatile long deadline;

	private volatile long due;

	private volatile boolean lost;

	private volatile @Nullable CallOutcome outcome;

	HeldClaim(ClaimToken token, Duration lease, int attempt, long sentAt) {
		this.token = token;
		this.lease = lease;
		this.attempt = attempt;
		extend(sentAt);
	}

	ClaimToken token() {
		return this.token;
	}

	int attempt() {
		return this.attempt;
	}

	@Override
	public Duration ttl() {
		return this.lease;
	}

	Renewal renewal() {
		return new Renewal(this.token, this.lease);
	}

	private void extend(long sentAt) {
		this.deadline = sentAt + this.lease.toNanos();
		postpone(sentAt);
	}

	void postpone(long now) {
		this.due = now + this.lease.toNanos() / 3;
	}

	@Override
	public boolean answered(Renewal.Answer answer, long sentAt) {
		switch (answer) {
			case RENEWED -> extend(sentAt);
			case LOCKED -> postpone(sentAt);
			case LOST -> {
				return false;
			}
		}
		return true;
	}

	@Override
	public boolean isRenewed(Renewal.Answer answer) {
		return answer == Renewal.Answer.RENEWED;
	}

	@Override
	public void lost(Renewal.Answer answer) {
		lost("it lapsed and was taken over, or its row is gone");
	}

	@Override
	public long nanosUntilDue(long now) {
		return this.due - now;
	}

	long nanosUntilDeadline(long now) {
		return this.deadline - now;
	}

	void requireLease(long now) {
		if (nanosUntilDeadline(now) <= 0) {
			throw lostBeforeItsBody("it lapsed before its body could begin");
		}
	}

	ClaimLostException lostBeforeItsBody(String reason) {
		lost(reason);
		return new ClaimLostException("The claim of operation '" + this.token.key().operation() + "' was lost, since "
				+ reason + ": the method did not run. Call it again", null);
	}

	/**
	 * Note what became of the call.
	 */
	void ended(CallOutcome outcome) {
		this.outcome = outcome;
	}

	/**
	 * What became of the call, if that is known.
	 */
	@Nullable CallOutcome outcome() {
		return this.lost ? CallOutcome.LOST : this.outcome;
	}

	void lost(String reason) {
		if (!this.lost) {
			this.lost = true;
			logger.warn("Claim lost: operation '" + this.token.key().operation() + "', epoch " + this.token.epoch()
					+ ": " + reason);
		}
	}

}
