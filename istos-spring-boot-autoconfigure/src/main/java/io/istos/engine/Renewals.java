package io.istos.engine;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import io.istos.storage.LeaseRenewal;
import io.istos.storage.Renewal;
import io.istos.storage.StoragePlugin;

/**
 * Renews all claims and leases of this process on one thread, all of a kind that are due
 * in one statement. Only the store's answer makes a claim lost; a lease is lost, too,
 * when its local deadline passes, which another thread watches: this one may be waiting
 * for the store then.
 */
final class Renewals {

	private final RenewableSet<HeldClaim, Renewal.Answer> claims;

	private final RenewableSet<HeldLease, LeaseRenewal.Answer> leases;

	private final Ticker ticker;

	private final Alarm renewal;

	private final Alarm watch;

	Renewals(StoragePlugin store, EngineListener listener, Ticker ticker, ThreadFactory threads) {
		this.ticker = ticker;
		this.claims = new RenewableSet<>((due) -> store.renewClaims(due.stream().map(HeldClaim::renewal).toList()),
				ticker, new RenewalReport(EngineListener.Held.CLAIM, listener));
		this.leases = new RenewableSet<>((due) -> store.renewLeases(due.stream().map(HeldLease::renewal).toList()),
				ticker, new RenewalReport(EngineListener.Held.LEASE, listener));
		this.renewal = new Alarm("istos-renewal", new Renewing(), ticker, threads);
		this.watch = new Alarm("istos-lease-watch", new Watching(), ticker, threads);
	}

	void add(HeldClaim claim) {
		this.claims.add(claim);
		this.renewal.added(claim::nanosUntilDue);
	}

	void remove(HeldClaim claim) {
		this.claims.remove(claim);
	}

	void add(HeldLease lease) {
		this.leases.add(lease);
		this.renewal.added(lease::nanosUntilDue);
		this.watch.added(lease::nanosUntilDeadline);
	}

	/**
	 * Stop renewing a lease.
	 * @return {@code false} if that was done before: then it is given up, or lost
	 */
	boolean remove(HeldLease lease) {
		return this.leases.remove(lease);
	}

	int claims() {
		return this.claims.held().size();
	}

	int leases() {
		return this.leases.held().size();
	}

	/**
	 * The threads that have died.
	 */
	List<String> deadThreads() {
		return Stream.of(this.renewal, this.watch).filter(Alarm::isDead).map(Alarm::name).toList();
	}

	/**
	 * For how long the most belated renewal has been due.
	 */
	Duration delay() {
		long now = this.ticker.nanos();
		long due = LongStream.concat(this.claims.nanosUntilDue(now), this.leases.nanosUntilDue(now)).min().orElse(0);
		return Duration.ofNanos(Math.max(0, -due));
	}

	/**
	 * How many claims and leases were not renewed for as long as they last.
	 */
	int overdue() {
		long now = this.ticker.nanos();
		return Math.toIntExact(this.claims.overdue(now) + this.leases.overdue(now));
	}

	void stop() {
		this.renewal.stop();
		this.watch.stop();
	}

	/**
	 * Renew what is due. Leases first: they forgive no delay.
	 * @return whether the store answered
	 */
	boolean renewDue() {
		boolean answered = this.leases.renewDue();
		return this.claims.renewDue() && answered;
	}

	/**
	 * Declare leases lost whose local deadline has passed.
	 */
	void expireLeases() {
		long now = this.ticker.nanos();
		this.leases.held()
			.stream()
			.filter((lease) -> lease.nanosUntilDeadline(now) <= 0)
			.filter(this.leases::remove)
			.forEach(HeldLease::expired);
	}

	private final class Renewing implements Alarm.Duty {

		@Override
		public boolean perform() {
			return renewDue();
		}

		@Override
		public long nanosUntilNext(long now) {
			return LongStream.concat(Renewals.this.claims.nanosUntilDue(now), Renewals.this.leases.nanosUntilDue(now))
				.min()
				.orElse(Alarm.IDLE_NANOS);
		}

	}

	private final class Watching implements Alarm.Duty {

		@Override
		public boolean perform() {
			expireLeases();
			return true;
		}

		@Override
		public long nanosUntilNext(long now) {
			return Renewals.this.leases.held()
				.stream()
				.mapToLong((lease) -> lease.nanosUntilDeadline(now))
				.min()
				.orElse(Alarm.IDLE_NANOS);
		}

	}

}
