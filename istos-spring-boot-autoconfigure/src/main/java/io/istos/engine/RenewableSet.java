package io.istos.engine;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.LongStream;

/**
 * All of one kind that this process holds, renewed together. An outage is ridden out.
 * Whoever removes something ends its renewal, and is the only one to do so. Thread-safe,
 * but for {@link #renewDue()}.
 *
 * @param <H> the kind
 * @param <A> the store's answer to a renewal
 */
final class RenewableSet<H extends Renewable<A>, A> {

	private final Function<List<H>, List<A>> renewal;

	private final Ticker ticker;

	private final Set<H> held = ConcurrentHashMap.newKeySet();

	private final RenewalReport report;

	RenewableSet(Function<List<H>, List<A>> renewal, Ticker ticker, RenewalReport report) {
		this.renewal = renewal;
		this.ticker = ticker;
		this.report = report;
	}

	void add(H candidate) {
		this.held.add(candidate);
	}

	boolean remove(H candidate) {
		return this.held.remove(candidate);
	}

	Set<H> held() {
		return this.held;
	}

	LongStream nanosUntilDue(long now) {
		return this.held.stream().mapToLong((candidate) -> candidate.nanosUntilDue(now));
	}

	long overdue(long now) {
		return this.held.stream().filter((candidate) -> candidate.isOverdue(now)).count();
	}

	/**
	 * Renew what is due, in one statement.
	 * @return whether the store answered
	 */
	boolean renewDue() {
		long sentAt = this.ticker.nanos();
		List<H> due = this.held.stream().filter((candidate) -> candidate.nanosUntilDue(sentAt) <= 0).toList();
		if (due.isEmpty()) {
			return true;
		}
		try {
			due.forEach(Renewable::asked);
			List<A> answers = this.renewal.apply(due);
			for (int i = 0; i < answers.size(); i++) {
				apply(due.get(i), answers.get(i), sentAt);
			}
			this.report.answered();
			return true;
		}
		catch (RuntimeException ex) {
			this.report.unanswered(due.size(), ex);
			return false;
		}
	}

	private void apply(H candidate, A answer, long sentAt) {
		if (candidate.answered(answer, sentAt)) {
			this.report.kept(candidate.isRenewed(answer));
		}
		else if (this.held.remove(candidate)) {
			this.report.lost();
			candidate.lost(answer);
		}
	}

}
