package io.istos.verification;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import io.istos.storage.Acquisition;
import io.istos.storage.Claim;
import io.istos.storage.ClaimDecision;
import io.istos.storage.ClaimKey;
import io.istos.storage.ClaimQuery;
import io.istos.storage.ClaimRequest;
import io.istos.storage.ClaimToken;
import io.istos.storage.ClaimView;
import io.istos.storage.Completion;
import io.istos.storage.DecisionAnswer;
import io.istos.storage.Document;
import io.istos.storage.DocumentChange;
import io.istos.storage.DocumentWrite;
import io.istos.storage.EntryKey;
import io.istos.storage.LeaseFence;
import io.istos.storage.LeaseQuery;
import io.istos.storage.LeaseRelease;
import io.istos.storage.LeaseRenewal;
import io.istos.storage.LeaseRequest;
import io.istos.storage.LeaseToken;
import io.istos.storage.LeaseView;
import io.istos.storage.LeasedScope;
import io.istos.storage.LedgerStatus;
import io.istos.storage.LedgerSummary;
import io.istos.storage.LedgerTransaction;
import io.istos.storage.LogEntry;
import io.istos.storage.Outcome;
import io.istos.storage.Release;
import io.istos.storage.Renewal;
import io.istos.storage.ScopeKey;
import io.istos.storage.StateWrite;
import io.istos.storage.StoragePlugin;
import io.istos.storage.postgres.PostgresStoragePlugin;

/**
 * A store that passes everything on: a place for a test to stand between the engine and
 * the real one.
 */
public class DelegatingStoragePlugin implements StoragePlugin, AutoCloseable {

	private final StoragePlugin delegate;

	protected DelegatingStoragePlugin(StoragePlugin delegate) {
		this.delegate = delegate;
	}

	@Override
	public Claim claimProcessed(ClaimRequest request) {
		return this.delegate.claimProcessed(request);
	}

	@Override
	public Claim claimProcessed(ClaimRequest request, LedgerTransaction transaction) {
		return this.delegate.claimProcessed(request, transaction);
	}

	@Override
	public boolean lockClaim(ClaimToken token, LedgerTransaction transaction) {
		return this.delegate.lockClaim(token, transaction);
	}

	@Override
	public boolean markProcessed(Completion completion) {
		return this.delegate.markProcessed(completion);
	}

	@Override
	public void markProcessed(List<Completion> completions, LedgerTransaction transaction) {
		this.delegate.markProcessed(completions, transaction);
	}

	@Override
	public Release.Answer releaseClaim(Release release) {
		return this.delegate.releaseClaim(release);
	}

	@Override
	public List<Renewal.Answer> renewClaims(List<Renewal> renewals) {
		return this.delegate.renewClaims(renewals);
	}

	@Override
	public Optional<Outcome> checkProcessed(ClaimKey key) {
		return this.delegate.checkProcessed(key);
	}

	@Override
	public int purgeClaims(int batchSize) {
		return this.delegate.purgeClaims(batchSize);
	}

	@Override
	public boolean readsFromSnapshot(LedgerTransaction transaction) {
		return this.delegate.readsFromSnapshot(transaction);
	}

	@Override
	public void log(String namespace, String key, @Nullable String value, @Nullable String idempotencyKey) {
		this.delegate.log(namespace, key, value, idempotencyKey);
	}

	@Override
	public void log(String namespace, String key, @Nullable String value, @Nullable String idempotencyKey,
			LedgerTransaction transaction) {
		this.delegate.log(namespace, key, value, idempotencyKey, transaction);
	}

	@Override
	public List<LogEntry> getLog(String namespace, String key, int limit) {
		return this.delegate.getLog(namespace, key, limit);
	}

	@Override
	public void close() {
		if (this.delegate instanceof DelegatingStoragePlugin delegating) {
			delegating.close();
		}
		else if (this.delegate instanceof PostgresStoragePlugin plugin) {
			plugin.close();
		}
	}

	@Override
	public Acquisition acquire(LeaseRequest request) {
		return this.delegate.acquire(request);
	}

	@Override
	public List<LeaseRenewal.Answer> renewLeases(List<LeaseRenewal> renewals) {
		return this.delegate.renewLeases(renewals);
	}

	@Override
	public boolean holds(LeaseToken token) {
		return this.delegate.holds(token);
	}

	@Override
	public boolean holdForUpdate(LeaseToken token, LedgerTransaction transaction) {
		return this.delegate.holdForUpdate(token, transaction);
	}

	@Override
	public void fence(List<LeaseFence> fences, LedgerTransaction transaction) {
		this.delegate.fence(fences, transaction);
	}

	@Override
	public LeaseRelease.Answer releaseLease(LeaseRelease release) {
		return this.delegate.releaseLease(release);
	}

	@Override
	public Optional<LeaseView> findLease(ScopeKey key) {
		return this.delegate.findLease(key);
	}

	@Override
	public StateWrite.Answer writeState(StateWrite write) {
		return this.delegate.writeState(write);
	}

	@Override
	public Optional<Document> findDocument(EntryKey key) {
		return this.delegate.findDocument(key);
	}

	@Override
	public DocumentWrite createDocument(EntryKey key, String value) {
		return this.delegate.createDocument(key, value);
	}

	@Override
	public DocumentWrite replaceDocument(EntryKey key, long version, String value) {
		return this.delegate.replaceDocument(key, version, value);
	}

	@Override
	public boolean deleteDocument(EntryKey key, long version) {
		return this.delegate.deleteDocument(key, version);
	}

	@Override
	public Document updateDocument(EntryKey key, DocumentChange change) {
		return this.delegate.updateDocument(key, change);
	}

	@Override
	public void put(EntryKey key, String value) {
		this.delegate.put(key, value);
	}

	@Override
	public Optional<String> get(EntryKey key) {
		return this.delegate.get(key);
	}

	@Override
	public void delete(EntryKey key) {
		this.delegate.delete(key);
	}

	@Override
	public int purgeLog(Duration retention, int batchSize) {
		return this.delegate.purgeLog(retention, batchSize);
	}

	@Override
	public LedgerStatus status() {
		return this.delegate.status();
	}

	@Override
	public LedgerSummary summary(String namespace) {
		return this.delegate.summary(namespace);
	}

	@Override
	public List<ClaimView> findClaims(ClaimQuery query) {
		return this.delegate.findClaims(query);
	}

	@Override
	public Optional<ClaimView> findClaim(ClaimKey key) {
		return this.delegate.findClaim(key);
	}

	@Override
	public List<LeasedScope> findLeases(LeaseQuery query) {
		return this.delegate.findLeases(query);
	}

	@Override
	public List<OperationName> operations(String namespace) {
		return this.delegate.operations(namespace);
	}

	@Override
	public DecisionAnswer decide(ClaimDecision decision) {
		return this.delegate.decide(decision);
	}

	@Override
	public int forgetClaims(OperationName operation, String prefix, int batchSize, String audit) {
		return this.delegate.forgetClaims(operation, prefix, batchSize, audit);
	}

	@Override
	public LogWalk forgetLog(OperationName operation, String prefix, @Nullable Long beforeId, int batchSize) {
		return this.delegate.forgetLog(operation, prefix, beforeId, batchSize);
	}

	@Override
	public int importFinished(OperationName operation, List<String> keys, Duration retention, String audit) {
		return this.delegate.importFinished(operation, keys, retention, audit);
	}

	@Override
	public DecisionAnswer endLease(ScopeKey key, @Nullable Long epoch, String audit) {
		return this.delegate.endLease(key, epoch, audit);
	}

}
