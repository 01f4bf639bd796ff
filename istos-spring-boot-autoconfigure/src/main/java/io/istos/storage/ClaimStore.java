package io.istos.storage;

import java.util.List;
import java.util.Optional;

import io.istos.ClaimLostException;
import io.istos.StorageUnavailableException;

/**
 * Keeps claims and their outcomes, and arbitrates between callers. Thread-safe.
 * <p>
 * Every write names the owner token and the epoch, and every deadline is judged by the
 * store's own moving clock: a claim has lapsed when its deadline is at or before now. No
 * method waits for another's claim; methods without a {@link LedgerTransaction} are
 * atomic and durable once they return, and repeating them with the same token is safe.
 * They throw {@link StorageUnavailableException} when the store can't be asked or doesn't
 * answer; then the write may or may not have happened.
 */
public interface ClaimStore {

	/**
	 * Claim a key, in one indivisible step. A request with the owner token of the live
	 * claim is answered with CLAIMED again.
	 * @param request the request
	 * @return the answer
	 */
	Claim claimProcessed(ClaimRequest request);

	/**
	 * Claim a key in the caller's READ COMMITTED transaction: nobody else sees the claim,
	 * and a rival is told IN_FLIGHT, until that transaction ends; its rollback undoes the
	 * claim.
	 * @param request the request; {@link TakeOver#LAPSED} is assumed
	 * @param transaction the open transaction
	 * @return the answer
	 */
	Claim claimProcessed(ClaimRequest request, LedgerTransaction transaction);

	/**
	 * Lock a claim in the caller's transaction until that ends, so that nobody can take
	 * it over: the lock stands in for renewal.
	 * @param token proof of ownership
	 * @param transaction the open transaction
	 * @return {@code false} if the claim is not ours any more
	 */
	boolean lockClaim(ClaimToken token, LedgerTransaction transaction);

	/**
	 * Store an outcome, in a transaction of its own. The first outcome of a key wins.
	 * @param completion the outcome
	 * @return {@code true} if it is stored now, or was before under the same token;
	 * {@code false} if the claim is not ours any more
	 */
	boolean markProcessed(Completion completion);

	/**
	 * Store outcomes in the caller's transaction, just before its commit.
	 * @param completions the outcomes, each of another key
	 * @param transaction the open transaction
	 * @throws ClaimLostException if one of the claims is not ours any more; then the
	 * transaction can't commit in the store either
	 */
	void markProcessed(List<Completion> completions, LedgerTransaction transaction);

	/**
	 * Give a claim up. Never waits for a lock.
	 * @param release the release
	 * @return the answer
	 */
	Release.Answer releaseClaim(Release release);

	/**
	 * Extend claims, all in one step. Never waits for a lock.
	 * @param renewals the renewals, each of another key
	 * @return one answer for each, in order
	 */
	List<Renewal.Answer> renewClaims(List<Renewal> renewals);

	/**
	 * Look an outcome up: tells <em>never finished</em> from <em>returned null</em>.
	 * @param key the key
	 * @return the outcome, or empty if there is none
	 */
	Optional<Outcome> checkProcessed(ClaimKey key);

	/**
	 * Delete one batch of outcomes and free rows whose retention is over, the oldest
	 * first. Claimed and held rows are never deleted.
	 * @param batchSize the most rows to delete
	 * @return how many were deleted
	 */
	int purgeClaims(int batchSize);

	/**
	 * Whether a transaction reads from one snapshot taken at its start (REPEATABLE READ
	 * or above), so that it can't see a claim made since.
	 * @param transaction the open transaction
	 * @return whether it does
	 */
	boolean readsFromSnapshot(LedgerTransaction transaction);

}
