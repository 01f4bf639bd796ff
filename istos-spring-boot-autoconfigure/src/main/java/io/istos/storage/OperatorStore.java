package io.istos.storage;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * What people ask of a ledger, and decide about it. Thread-safe.
 * <p>
 * Reads lock nothing, and are at the store's expense no more than one walk along an
 * index. Decisions are atomic together with their entry in the event log, never wait for
 * a lock and never touch what is running. All methods throw
 * {@link io.istos.StorageUnavailableException} when the store can't be asked or doesn't
 * answer; then a decision may or may not have been carried out: look before deciding
 * again.
 */
public interface OperatorStore {

	/**
	 * The key of the event log under which decisions are entered.
	 */
	String AUDIT_LOG = "istos.admin";

	/**
	 * Ask how the store is, in one round trip. Says what is wrong with its schema, if
	 * anything is, as the start-up does.
	 * @return the status
	 */
	LedgerStatus status();

	/**
	 * Count what there is.
	 * @param namespace the namespace; the key scopes below it count too
	 * @return the summary
	 */
	LedgerSummary summary(String namespace);

	/**
	 * Read a page of claims. Abandoned are all that lapsed, even if a transaction is just
	 * completing one.
	 * @param query the query
	 * @return the claims; fewer than the limit at the end
	 */
	List<ClaimView> findClaims(ClaimQuery query);

	/**
	 * Read one claim.
	 * @param key its key
	 * @return the claim, or empty if there is no row
	 */
	Optional<ClaimView> findClaim(ClaimKey key);

	/**
	 * Read a page of leases.
	 * @param query the query
	 * @return the leases; fewer than the limit at the end
	 */
	List<LeasedScope> findLeases(LeaseQuery query);

	/**
	 * The operations that have claims, or entries in the event log: names of other logs
	 * are among them, {@link #AUDIT_LOG} included.
	 * @param namespace the namespace; the key scopes below it count too
	 * @return the operations, in the order of namespace and name
	 */
	List<OperationName> operations(String namespace);

	/**
	 * Carry out a decision about one key. Whoever had a lapsed claim on it can't complete
	 * it afterwards. The audit entry is appended under {@link #AUDIT_LOG}, with the key
	 * as idempotency key, unless the key is forgotten. Forgetting deletes former audit
	 * entries with this idempotency key too; the entries of its calls are found by a walk
	 * along those of the operation.
	 * @param decision the decision
	 * @return the answer
	 */
	DecisionAnswer decide(ClaimDecision decision);

	/**
	 * Forget a batch of keys that begin with a prefix. Running ones stay, and those that
	 * a transaction is on. The audit entry is appended if anything was forgotten. The
	 * entries of their calls in the event log stay too: {@link #forgetLog} finds them,
	 * and those of keys that were purged before, in one walk instead of one for each
	 * batch.
	 * @param operation the operation
	 * @param prefix how the keys begin; not empty
	 * @param batchSize the most keys to forget at once
	 * @param audit what to append to the event log, as JSON text, without the keys
	 * @return how many keys were forgotten; fewer than the batch size if there are no
	 * more
	 */
	int forgetClaims(OperationName operation, String prefix, int batchSize, String audit);

	/**
	 * Delete the entries of an operation's calls from the event log whose idempotency key
	 * begins with a prefix, walking along the log in batches, from the newest to the
	 * oldest.
	 * @param operation the operation, or {@link #AUDIT_LOG} for what was decided
	 * @param prefix how the keys begin; not empty
	 * @param beforeId where to go on: entries with smaller ids only; {@code null} to
	 * begin
	 * @param batchSize the most entries to look at
	 * @return how many were deleted, and where to go on
	 */
	LogWalk forgetLog(OperationName operation, String prefix, @Nullable Long beforeId, int batchSize);

	/**
	 * Enter keys whose calls finished elsewhere, with {@link Outcome#UNKNOWN}. A key that
	 * has a row keeps it. The audit entry is appended if any is new. If a transaction is
	 * creating a row of one of the keys and doesn't end soon, none is entered, and a
	 * {@link io.istos.StorageUnavailableException} is thrown.
	 * @param operation the operation
	 * @param keys the keys, at most {@value ClaimQuery#MOST}; one that comes twice counts
	 * once
	 * @param retention how long to remember them
	 * @param audit what to append to the event log, as JSON text
	 * @return how many keys are new
	 */
	int importFinished(OperationName operation, List<String> keys, Duration retention, String audit);

	/**
	 * End a lease, whoever holds it: its scope is free at once, and the holder can't
	 * renew it nor commit under it. Refused while a transaction holds it for update.
	 * @param key the scope
	 * @param epoch the epoch that the decision is about; {@code null} for whichever there
	 * is
	 * @param audit what to append to the event log, as JSON text
	 * @return the answer; NOT_FOR_THIS if it was given up before; a lapsed lease is ended
	 * too
	 */
	DecisionAnswer endLease(ScopeKey key, @Nullable Long epoch, String audit);

	/**
	 * An operation in a namespace.
	 *
	 * @param namespace the namespace
	 * @param operation the operation
	 */
	record OperationName(String namespace, String operation) {
	}

	/**
	 * A step of a walk along the event log.
	 *
	 * @param deleted how many entries were deleted
	 * @param beforeId where to go on; {@code null} at the end
	 */
	record LogWalk(int deleted, @Nullable Long beforeId) {
	}

}
