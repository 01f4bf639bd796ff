package io.istos.storage;

import java.util.List;
import java.util.Optional;

import io.istos.LeaseLostException;
import io.istos.StorageUnavailableException;
import io.istos.TransactionRequiredException;

/**
 * Keeps expiring leases on scopes, and arbitrates between those who ask. Thread-safe.
 * <p>
 * Every write names the owner token and the epoch, and every deadline is judged by the
 * store's own moving clock: a lease has lapsed when its deadline is at or before now.
 * These answers are strict: a lease that lapsed is lost even if nobody took it. No method
 * waits for another's lease; methods without a {@link LedgerTransaction} are atomic and
 * durable once they return, and repeating them with the same token is safe. They throw
 * {@link StorageUnavailableException} when the store can't be asked or doesn't answer;
 * then the write may or may not have happened.
 */
public interface LeaseStore {

	/**
	 * Acquire a scope that is absent, free or lapsed, in one indivisible step. Its state
	 * is kept, unless the request has a transition. A request with the owner token of the
	 * live lease is granted it again, and writes nothing. A scope is busy as long as a
	 * transaction holds it for update, lapsed or not.
	 * @param request the request
	 * @return the answer
	 */
	Acquisition acquire(LeaseRequest request);

	/**
	 * Extend leases, all in one step. Never waits for a lock, and is not kept off by
	 * {@link #holdForUpdate}.
	 * @param renewals the renewals, each of another scope
	 * @return one answer for each, in order
	 */
	List<LeaseRenewal.Answer> renewLeases(List<LeaseRenewal> renewals);

	/**
	 * Whether a lease is ours and live, at this instant.
	 * @param token proof of ownership
	 * @return whether it is
	 */
	boolean holds(LeaseToken token);

	/**
	 * Whether a lease is ours and live; if so, nobody else can acquire its scope until
	 * the caller's transaction ends, even if the lease lapses before that.
	 * @param token proof of ownership
	 * @param transaction the open transaction
	 * @return {@code false} if it is lost
	 * @throws TransactionRequiredException if there is no open transaction
	 */
	boolean holdForUpdate(LeaseToken token, LedgerTransaction transaction);

	/**
	 * The last act of a transaction that commits under leases: hold each for update, and
	 * write its checkpoint. If the transaction then does not commit within the shortest
	 * ttl, the store may end it.
	 * @param fences the leases, each of another scope
	 * @param transaction the open transaction
	 * @throws LeaseLostException if one of them is lost; then the transaction can't
	 * commit in the store either
	 */
	void fence(List<LeaseFence> fences, LedgerTransaction transaction);

	/**
	 * Give a lease up. Never waits for a lock.
	 * @param release the release
	 * @return the answer
	 */
	LeaseRelease.Answer releaseLease(LeaseRelease release);

	/**
	 * Look a scope up.
	 * @param key the scope
	 * @return what is stored, or empty if it was never acquired, or its row was deleted
	 */
	Optional<LeaseView> findLease(ScopeKey key);

	/**
	 * Write the state of a lease, extend its deadline, give it up, or several of these in
	 * one indivisible step. Unlike the strict methods this goes by owner and epoch alone:
	 * a lease that lapsed is ours until somebody takes it. With owner and epoch as
	 * {@link #findLease} told them, others write the state without disturbing the holder.
	 * Is not kept off by {@link #holdForUpdate}; a scope that is given up meanwhile stays
	 * busy until that transaction ends.
	 * @param write what to do
	 * @return the answer
	 */
	StateWrite.Answer writeState(StateWrite write);

}
