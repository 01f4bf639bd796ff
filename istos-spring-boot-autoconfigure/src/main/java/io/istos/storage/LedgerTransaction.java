package io.istos.storage;

import java.util.function.Supplier;

/**
 * The caller's open transaction on the ledger, on the current thread. Not thread-safe.
 */
public interface LedgerTransaction {

	/**
	 * The participant of a kind, created and registered with its first use in this
	 * transaction.
	 * @param type the kind
	 * @param factory creates it
	 * @param <P> the kind
	 * @return the participant
	 */
	<P extends TransactionParticipant> P participant(Class<P> type, Supplier<P> factory);

}
