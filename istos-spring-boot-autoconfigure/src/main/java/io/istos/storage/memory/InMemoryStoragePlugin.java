package io.istos.storage.memory;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.istos.ClaimLostException;
import io.istos.LeaseLostException;
import io.istos.TransactionRequiredException;
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
import io.istos.storage.TakeOver;

/**
 * Keeps everything in the memory of one process. It promises what the port promises, and
 * no more than a process can: other nodes don't see its claims and leases, and a restart
 * forgets them. For tests, and for an application of one node whose duplicates all come
 * before it restarts. Finished keys and old entries of the event log go with the purge;
 * documents, values and scopes stay.
 * <p>
 * Within a transaction it locks the keys it writes and the scopes it holds, and applies
 * the writes when it hears that the transaction committed. What that transaction commits
 * lies elsewhere, so the two can part if the process dies in between; if the end isn't
 * known, keys stay claimed and scopes busy, under no owner, until claim and lease lapse.
 * <p>
 * Deadlines and retention are judged by the clock given at construction and nothing else:
 * with a clock that a test drives, a lease lapses when the test says so.
 */
public final class InMemoryStoragePlugin implements StoragePlugin {

	private static final Log logger = LogFactory.getLog(InMemoryStoragePlugin.class);

	private final ReentrantLock lock = new ReentrantLock();

	private final Ledger ledger = new Ledger();

	private final InstantSource clock;

	private final Claiming claiming;

	private final Appending appending;

	private final Owning owning;

	private final Leasing leasing;

	private final Queries queries;

	private final Deciding deciding;

	private final Documents documents;

	private final Map<EntryKey, String> values = new ConcurrentHashMap<>();

	/**
	 * Create a plugin that goes by the system's clock.
	 */
	public InMemoryStoragePlugin() {
		this(InstantSource.system());
	}

	/**
	 * Create a plugin that goes by a clock of its own.
	 * @param clock tells what time it is, to any thread
	 */
	public InMemoryStoragePlugin(InstantSource clock) {
		this.clock = clock;
		AtomicLong epochs = new AtomicLong();
		this.claiming = new Claiming(clock, epochs);
		this.leasing = new Leasing(this.ledger, clock, epochs);
		this.documents = new Documents(epochs);
		this.appending = new Appending(clock);
		this.owning = new Owning(clock, this.appending);
		this.queries = new Queries(this.ledger, clock);
		this.deciding = new Deciding(this.ledger, this.appending, clock, epochs);
		logger.info("Claims and leases are kept in memory: only this process sees them, and a restart forgets them");
	}

	@Override
	public Claim claimProcessed(ClaimRequest request) {
		return locked(() -> this.claiming.claim(this.ledger, request, request.takeOver()));
	}

	@Override
	public Claim claimProcessed(ClaimRequest request, LedgerTransaction transaction) {
		MemoryTransaction rows = rowsOf(transaction);
		return locked(() -> this.claiming.claim(rows, request, TakeOver.LAPSED));
	}

	@Override
	public boolean lockClaim(ClaimToken token, LedgerTransaction transaction) {
		MemoryTransaction rows = rowsOf(transaction);
		return locked(() -> this.owning.lockIn(rows, token));
	}

	@Override
	public boolean markProcessed(Completion completion) {
		return locked(() -> this.owning.complete(this.ledger, completion));
	}

	@Override
	public void markProcessed(List<Completion> completions, LedgerTransaction transaction) {
		MemoryTransaction rows = rowsOf(transaction);
		for (Completion completion : completions) {
			if (!locked(() -> this.owning.completeIn(rows, completion))) {
				throw rows.doom(ClaimLostException::new, lost(completion.token().key()));
			}
		}
	}

	private static String lost(ClaimKey key) {
		return "The claim of operation '" + key.operation()
				+ "' is not ours any more: it lapsed and was taken over, or its row is gone. Nothing of this"
				+ " transaction is committed; a longer lease leaves slow calls more time";
	}

	@Override
	public Release.Answer releaseClaim(Release release) {
		return locked(() -> this.owning.release(this.ledger, release));
	}

	@Override
	public List<Renewal.Answer> renewClaims(List<Renewal> renewals) {
		return locked(() -> renewals.stream().map((renewal) -> this.owning.renew(this.ledger, renewal)).toList());
	}

	@Override
	public Optional<Outcome> checkProcessed(ClaimKey key) {
		return locked(() -> Optional.ofNullable(this.ledger.find(key)).map(Row::outcome));
	}

	@Override
	public int purgeClaims(int batchSize) {
		return locked(() -> this.ledger.purge(batchSize, this.clock.instant()));
	}

	/**
	 * {@inheritDoc}
	 * @return {@code false}: a transaction sees every claim that others committed
	 */
	@Override
	public boolean readsFromSnapshot(LedgerTransaction transaction) {
		return false;
	}

	@Override
	public void log(String namespace, String key, @Nullable String value, @Nullable String idempotencyKey) {
		locked(() -> this.appending.appendUnlessFinished(this.ledger, namespace, key, value, idempotencyKey));
	}

	@Override
	public void log(String namespace, String key, @Nullable String value, @Nullable String idempotencyKey,
			LedgerTransaction transaction) {
		MemoryTransaction rows = rowsOf(transaction);
		locked(() -> this.appending.appendUnlessFinished(rows, namespace, key, value, idempotencyKey));
	}

	@Override
	public List<LogEntry> getLog(String namespace, String key, int limit) {
		return locked(() -> this.ledger.entries().newest(namespace, key, limit));
	}

	@Override
	public int purgeLog(Duration retention, int batchSize) {
		return locked(() -> this.ledger.entries().purge(this.clock.instant().minus(retention), batchSize));
	}

	@Override
	public Acquisition acquire(LeaseRequest request) {
		return locked(() -> this.leasing.acquire(request));
	}

	@Override
	public List<LeaseRenewal.Answer> renewLeases(List<LeaseRenewal> renewals) {
		return locked(() -> renewals.stream().map(this.leasing::renew).toList());
	}

	@Override
	public boolean holds(LeaseToken token) {
		return locked(() -> this.leasing.holds(token));
	}

	@Override
	public boolean holdForUpdate(LeaseToken token, LedgerTransaction transaction) {
		MemoryTransaction rows = rowsOf(transaction);
		return locked(() -> this.leasing.holdIn(rows, token));
	}

	@Override
	public void fence(List<LeaseFence> fences, LedgerTransaction transaction) {
		MemoryTransaction rows = rowsOf(transaction);
		for (LeaseFence fence : fences) {
			if (!locked(() -> this.leasing.fenceIn(rows, fence))) {
				throw rows.doom(LeaseLostException::new, lost(fence.token().key()));
			}
		}
	}

	private static String lost(ScopeKey key) {
		return "The lease on scope '" + key.scope() + "' is not ours any more: it lapsed, was taken over, or its row"
				+ " is gone. Nothing of this transaction is committed; a longer ttl leaves a stalled process more time";
	}

	@Override
	public LeaseRelease.Answer releaseLease(LeaseRelease release) {
		return locked(() -> this.leasing.release(release));
	}

	@Override
	public Optional<LeaseView> findLease(ScopeKey key) {
		return locked(() -> this.leasing.find(key));
	}

	@Override
	public StateWrite.Answer writeState(StateWrite write) {
		return locked(() -> this.leasing.write(write));
	}

	/**
	 * What an operator of another store does by hand.
	 */
	void forget(ScopeKey key) {
		locked(() -> this.ledger.leases().remove(key));
	}

	@Override
	public Optional<Document> findDocument(EntryKey key) {
		return this.documents.find(key);
	}

	@Override
	public DocumentWrite createDocument(EntryKey key, String value) {
		return this.documents.create(key, value);
	}

	@Override
	public DocumentWrite replaceDocument(EntryKey key, long version, String value) {
		return this.documents.replace(key, version, value);
	}

	@Override
	public boolean deleteDocument(EntryKey key, long version) {
		return this.documents.delete(key, version);
	}

	@Override
	public Document updateDocument(EntryKey key, DocumentChange change) {
		return this.documents.update(key, change);
	}

	@Override
	public void put(EntryKey key, String value) {
		this.values.put(key, value);
	}

	@Override
	public Optional<String> get(EntryKey key) {
		return Optional.ofNullable(this.values.get(key));
	}

	@Override
	public void delete(EntryKey key) {
		this.values.remove(key);
	}

	@Override
	public LedgerStatus status() {
		return locked(this.queries::status);
	}

	@Override
	public LedgerSummary summary(String namespace) {
		return locked(() -> this.queries.summary(namespace));
	}

	@Override
	public List<ClaimView> findClaims(ClaimQuery query) {
		return locked(() -> this.queries.claims(query));
	}

	@Override
	public Optional<ClaimView> findClaim(ClaimKey key) {
		return locked(() -> this.queries.claim(key));
	}

	@Override
	public List<LeasedScope> findLeases(LeaseQuery query) {
		return locked(() -> this.queries.leases(query));
	}

	@Override
	public List<OperationName> operations(String namespace) {
		return locked(() -> this.queries.operations(namespace));
	}

	@Override
	public DecisionAnswer decide(ClaimDecision decision) {
		return locked(() -> this.deciding.decide(decision));
	}

	@Override
	public int forgetClaims(OperationName operation, String prefix, int batchSize, String audit) {
		checkPrefix(prefix);
		return locked(() -> this.deciding.forget(operation, prefix, batchSize, audit));
	}

	@Override
	public LogWalk forgetLog(OperationName operation, String prefix, @Nullable Long beforeId, int batchSize) {
		checkPrefix(prefix);
		long before = (beforeId != null) ? beforeId : Long.MAX_VALUE;
		return locked(() -> this.ledger.entries().forget(operation, prefix, before, batchSize));
	}

	private static void checkPrefix(String prefix) {
		if (prefix.isEmpty()) {
			throw new IllegalArgumentException("The prefix is empty");
		}
	}

	@Override
	public int importFinished(OperationName operation, List<String> keys, Duration retention, String audit) {
		return locked(() -> this.deciding.enter(operation, keys, retention, audit));
	}

	@Override
	public DecisionAnswer endLease(ScopeKey key, @Nullable Long epoch, String audit) {
		return locked(() -> this.deciding.endLease(key, epoch, audit));
	}

	private MemoryTransaction rowsOf(LedgerTransaction transaction) {
		MemoryTransaction rows = transaction.participant(MemoryTransaction.class,
				() -> new MemoryTransaction(this.ledger, this.lock));
		if (!rows.isOn(this.ledger)) {
			throw new IllegalStateException("Another in-memory store takes part in this transaction already");
		}
		if (rows.isEnded()) {
			throw new TransactionRequiredException(
					"The transaction on the ledger has ended: nothing can commit with it");
		}
		return rows;
	}

	private <T> T locked(Supplier<T> action) {
		this.lock.lock();
		try {
			return action.get();
		}
		finally {
			this.lock.unlock();
		}
	}

}
