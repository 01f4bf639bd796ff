package io.istos.storage.postgres;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import javax.sql.DataSource;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.util.ClassUtils;

import io.istos.StorageUnavailableException;
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

/**
 * Keeps everything in PostgreSQL, which arbitrates. Opens no connection before it is
 * asked something.
 */
public final class PostgresStoragePlugin implements StoragePlugin, AutoCloseable {

	private static final Log logger = LogFactory.getLog(PostgresStoragePlugin.class);

	private final ConnectionSource connections;

	private final Questions questions;

	private final PostgresClaims claims;

	private final PostgresLeases leases;

	private final EventLogStatements log;

	private final PostgresDocuments documents;

	private final PostgresValues values;

	private final PostgresOperators operators;

	PostgresStoragePlugin(DataSource ledger, ConnectionSource connections, PostgresSettings settings) {
		this.connections = connections;
		OwnTransactions combined = transactions(settings.combinedConnections(), settings);
		OwnSteps steps = new OwnSteps(new Sql(settings), combined, transactions(1, settings), settings.patience());
		LedgerConnection connection = new LedgerConnection(ledger);
		this.questions = new Questions(new SchemaInitializer(combined, settings, steps.sql()));
		this.claims = new PostgresClaims(this.questions, steps, connection, settings.lockTimeout());
		this.leases = new PostgresLeases(this.questions, steps, connection, settings.lockTimeout());
		this.log = new EventLogStatements(steps.sql(), combined, connection);
		OwnTransactions lengthy = transactions(1, settings);
		this.documents = new PostgresDocuments(this.questions, steps, lengthy, settings.lockTimeout());
		this.values = new PostgresValues(this.questions, steps, settings.lockTimeout());
		this.operators = new PostgresOperators(this.questions, steps, lengthy, settings);
	}

	/**
	 * Create a plugin with a small pool like the application's.
	 * @param ledger the ledger's DataSource, as its transaction manager knows it
	 * @param settings the settings
	 * @return the plugin
	 * @throws PostgresSetupException if the application's pool can't be copied
	 */
	public static PostgresStoragePlugin create(DataSource ledger, PostgresSettings settings) {
		if (!ClassUtils.isPresent("com.zaxxer.hikari.HikariDataSource", null)) {
			throw new PostgresSetupException("HikariCP is not on the class path.", PostgresSetupException.RESERVE,
					null);
		}
		return new PostgresStoragePlugin(ledger, ReservedPool.like(ledger, settings), settings);
	}

	/**
	 * Create a plugin with a given pool.
	 * @param ledger the ledger's DataSource, as its transaction manager knows it
	 * @param reserved for Istos's own transactions, on the same database, with at least
	 * as many connections as the settings say; not closed with the plugin
	 * @param settings the settings
	 * @return the plugin
	 */
	public static PostgresStoragePlugin create(DataSource ledger, DataSource reserved, PostgresSettings settings) {
		return new PostgresStoragePlugin(ledger, new GivenConnections(reserved), settings);
	}

	private OwnTransactions transactions(int width, PostgresSettings settings) {
		return new OwnTransactions(new Lane(this.connections, width, settings.connectionTimeout()), settings);
	}

	/**
	 * Look at database and schema, and create what is missing. To be called at start-up;
	 * if the database doesn't answer then, that is logged, and done with the first use.
	 * @throws PostgresSetupException if a person is needed
	 */
	public void prepare() {
		try {
			this.questions.ask("prepare the schema", () -> true);
		}
		catch (PostgresSetupException ex) {
			throw ex;
		}
		catch (StorageUnavailableException ex) {
			logger.warn("The database does not answer yet; durable calls will be refused until it does: "
					+ ex.getMessage());
		}
	}

	@Override
	public Claim claimProcessed(ClaimRequest request) {
		return this.claims.claimProcessed(request);
	}

	@Override
	public Claim claimProcessed(ClaimRequest request, LedgerTransaction transaction) {
		return this.claims.claimProcessed(request, transaction);
	}

	@Override
	public boolean lockClaim(ClaimToken token, LedgerTransaction transaction) {
		return this.claims.lockClaim(token, transaction);
	}

	@Override
	public boolean markProcessed(Completion completion) {
		return this.claims.markProcessed(completion);
	}

	@Override
	public void markProcessed(List<Completion> completions, LedgerTransaction transaction) {
		this.claims.markProcessed(completions, transaction);
	}

	@Override
	public Release.Answer releaseClaim(Release release) {
		return this.claims.releaseClaim(release);
	}

	@Override
	public List<Renewal.Answer> renewClaims(List<Renewal> renewals) {
		return this.claims.renewClaims(renewals);
	}

	@Override
	public Optional<Outcome> checkProcessed(ClaimKey key) {
		return this.claims.checkProcessed(key);
	}

	@Override
	public int purgeClaims(int batchSize) {
		return this.claims.purgeClaims(batchSize);
	}

	@Override
	public boolean readsFromSnapshot(LedgerTransaction transaction) {
		return this.claims.readsFromSnapshot(transaction);
	}

	@Override
	public Acquisition acquire(LeaseRequest request) {
		return this.leases.acquire(request);
	}

	@Override
	public List<LeaseRenewal.Answer> renewLeases(List<LeaseRenewal> renewals) {
		return this.leases.renewLeases(renewals);
	}

	@Override
	public boolean holds(LeaseToken token) {
		return this.leases.holds(token);
	}

	@Override
	public boolean holdForUpdate(LeaseToken token, LedgerTransaction transaction) {
		return this.leases.holdForUpdate(token, transaction);
	}

	@Override
	public void fence(List<LeaseFence> fences, LedgerTransaction transaction) {
		this.leases.fence(fences, transaction);
	}

	@Override
	public LeaseRelease.Answer releaseLease(LeaseRelease release) {
		return this.leases.releaseLease(release);
	}

	@Override
	public Optional<LeaseView> findLease(ScopeKey key) {
		return this.leases.findLease(key);
	}

	@Override
	public StateWrite.Answer writeState(StateWrite write) {
		return this.leases.writeState(write);
	}

	@Override
	public void log(String namespace, String key, @Nullable String value, @Nullable String idempotencyKey) {
		EventLogStatements.Entry entry = new EventLogStatements.Entry(namespace, key, value, idempotencyKey);
		this.questions.tell("append to log '" + key + "'", () -> this.log.log(entry));
	}

	@Override
	public void log(String namespace, String key, @Nullable String value, @Nullable String idempotencyKey,
			LedgerTransaction transaction) {
		EventLogStatements.Entry entry = new EventLogStatements.Entry(namespace, key, value, idempotencyKey);
		this.questions.tell("append to log '" + key + "'", () -> this.log.logInTransaction(entry));
	}

	@Override
	public List<LogEntry> getLog(String namespace, String key, int limit) {
		return this.questions.ask("read log '" + key + "'", () -> this.log.read(namespace, key, limit));
	}

	@Override
	public int purgeLog(Duration retention, int batchSize) {
		return this.questions.ask("purge the event log", () -> this.log.purge(retention, batchSize));
	}

	@Override
	public Optional<Document> findDocument(EntryKey key) {
		return this.documents.findDocument(key);
	}

	@Override
	public DocumentWrite createDocument(EntryKey key, String value) {
		return this.documents.createDocument(key, value);
	}

	@Override
	public DocumentWrite replaceDocument(EntryKey key, long version, String value) {
		return this.documents.replaceDocument(key, version, value);
	}

	@Override
	public boolean deleteDocument(EntryKey key, long version) {
		return this.documents.deleteDocument(key, version);
	}

	@Override
	public Document updateDocument(EntryKey key, DocumentChange change) {
		return this.documents.updateDocument(key, change);
	}

	@Override
	public void put(EntryKey key, String value) {
		this.values.put(key, value);
	}

	@Override
	public Optional<String> get(EntryKey key) {
		return this.values.get(key);
	}

	@Override
	public void delete(EntryKey key) {
		this.values.delete(key);
	}

	@Override
	public LedgerStatus status() {
		return this.operators.status();
	}

	@Override
	public LedgerSummary summary(String namespace) {
		return this.operators.summary(namespace);
	}

	@Override
	public List<ClaimView> findClaims(ClaimQuery query) {
		return this.operators.findClaims(query);
	}

	@Override
	public Optional<ClaimView> findClaim(ClaimKey key) {
		return this.operators.findClaim(key);
	}

	@Override
	public List<LeasedScope> findLeases(LeaseQuery query) {
		return this.operators.findLeases(query);
	}

	@Override
	public List<OperationName> operations(String namespace) {
		return this.operators.operations(namespace);
	}

	@Override
	public DecisionAnswer decide(ClaimDecision decision) {
		return this.operators.decide(decision);
	}

	@Override
	public int forgetClaims(OperationName operation, String prefix, int batchSize, String audit) {
		return this.operators.forgetClaims(operation, prefix, batchSize, audit);
	}

	@Override
	public LogWalk forgetLog(OperationName operation, String prefix, @Nullable Long beforeId, int batchSize) {
		return this.operators.forgetLog(operation, prefix, beforeId, batchSize);
	}

	@Override
	public int importFinished(OperationName operation, List<String> keys, Duration retention, String audit) {
		return this.operators.importFinished(operation, keys, retention, audit);
	}

	@Override
	public DecisionAnswer endLease(ScopeKey key, @Nullable Long epoch, String audit) {
		return this.operators.endLease(key, epoch, audit);
	}

	int waitingClaims() {
		return this.claims.waiting();
	}

	int waitingAcquisitions() {
		return this.leases.waiting();
	}

	int waitingReads() {
		return this.documents.waitingReads();
	}

	int waitingCreations() {
		return this.documents.waitingCreations();
	}

	@Override
	public void close() {
		this.connections.close();
	}

}
