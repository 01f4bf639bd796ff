package io.istos.storage.memory;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

import io.istos.storage.ClaimKey;
import io.istos.storage.LogEntry;
import io.istos.storage.ScopeKey;

/**
 * What an open transaction is going to do to the ledger.
 */
interface Change {

	/**
	 * What others can't have until the transaction ends, if anything.
	 */
	default @Nullable Object locked() {
		return null;
	}

	/**
	 * The transaction committed.
	 */
	default void committed(Ledger ledger) {
	}

	/**
	 * The transaction ended, and nobody knows how.
	 */
	default void unknown(Ledger ledger) {
	}

	/**
	 * A row was written.
	 */
	record Written(ClaimKey key, Row row) implements Change {

		@Override
		public Object locked() {
			return this.key;
		}

		@Override
		public void committed(Ledger ledger) {
			ledger.write(this.key, this.row);
		}

		@Override
		public void unknown(Ledger ledger) {
			ledger.write(this.key, this.row.orphaned());
		}

	}

	/**
	 * An entry was appended to the event log.
	 */
	record Appended(String namespace, LogEntry entry) implements Change {

		@Override
		public void committed(Ledger ledger) {
			ledger.append(this.namespace, this.entry);
		}

	}

	/**
	 * A lease was held.
	 */
	record Held(ScopeKey key) implements Change {

		@Override
		public Object locked() {
			return this.key;
		}

		@Override
		public void unknown(Ledger ledger) {
			ledger.leases().computeIfPresent(this.key, (key, row) -> row.orphaned(row.deadline()));
		}

	}

	/**
	 * The transaction was about to commit under a lease, with or without a checkpoint.
	 */
	record Fenced(ScopeKey key, Instant deadline, @Nullable String checkpoint) implements Change {

		@Override
		public Object locked() {
			return this.key;
		}

		@Override
		public void committed(Ledger ledger) {
			if (this.checkpoint != null) {
				ledger.leases()
					.computeIfPresent(this.key, (key, row) -> row.checkpointed(this.checkpoint, this.deadline));
			}
		}

		@Override
		public void unknown(Ledger ledger) {
			ledger.leases().computeIfPresent(this.key, (key, row) -> row.orphaned(this.deadline));
		}

	}

}
