package io.istos.storage.contract;

import java.time.Duration;

import io.istos.storage.ClaimKey;
import io.istos.storage.ScopeKey;
import io.istos.storage.StoragePlugin;

/**
 * What an adapter supplies to be tested: an empty storage, opened anew for every test.
 */
public interface StorageFixture extends AutoCloseable {

	/**
	 * The lease of the claims, and the ttl of the leases, that {@code lapse} is called
	 * for.
	 */
	Duration LEASE = Duration.ofSeconds(30);

	/**
	 * The retention of the rows that {@link #expire} is called for.
	 */
	Duration RETENTION = Duration.ofDays(7);

	/**
	 * The plugin under test.
	 * @return the plugin, always the same
	 */
	StoragePlugin plugin();

	/**
	 * Another node: a new plugin on the same storage.
	 * @return a new plugin, or {@link #plugin()} if the storage belongs to one process
	 */
	StoragePlugin anotherNode();

	/**
	 * Let a claim lapse, without waiting: its deadline becomes now, or earlier. Claims
	 * with a lease longer than {@link #LEASE} stay live; others may lapse too.
	 * @param key a claim made or renewed with {@link #LEASE}; no transaction has it
	 */
	void lapse(ClaimKey key);

	/**
	 * Let the retention of a free or done row end, without waiting: it ends now, or
	 * earlier. Of two rows, the one whose retention is ended first is the older. Rows
	 * with a retention longer than {@link #RETENTION} stay; others may end too, and
	 * claims lapse.
	 * @param key a row written with {@link #RETENTION} or less; no transaction has it
	 */
	void expire(ClaimKey key);

	/**
	 * Let {@link #LEASE} pass for a scope, without waiting: since its acquisition and
	 * until its deadline, whether it is leased, or released and busy for a while yet. It
	 * may pass for others too; nothing happens if the scope is unknown.
	 * @param scope a scope; transactions may hold its lease, but have not written to it
	 */
	void lapse(ScopeKey scope);

	/**
	 * Delete all there is of a scope, as an operator may.
	 * @param scope a scope; no transaction holds its lease
	 */
	void delete(ScopeKey scope);

	/**
	 * Let {@link #RETENTION} pass for every entry of the event log, without waiting. It
	 * may pass for all else too.
	 */
	void ageLog();

	/**
	 * Begin a READ COMMITTED transaction on the current thread, which has none. Up to
	 * eight threads do so at once.
	 * @return the transaction
	 */
	TestTransaction begin();

	/**
	 * How often a race is run.
	 * @return the rounds
	 */
	default int rounds() {
		return 40;
	}

	@Override
	default void close() {
	}

}
