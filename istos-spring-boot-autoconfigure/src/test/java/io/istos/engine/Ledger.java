package io.istos.engine;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.UnaryOperator;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.util.unit.DataSize;

import io.istos.jackson.JacksonResultCodec;
import io.istos.storage.StoragePlugin;
import io.istos.storage.postgres.PostgresSettings;
import io.istos.storage.postgres.PostgresStoragePlugin;
import io.istos.testing.TestDatabase;
import io.istos.transaction.ExpectedTransaction;
import io.istos.transaction.LedgerTransactions;

/**
 * An engine over a real database, with a business table beside the ledger.
 */
final class Ledger implements AutoCloseable {

	static final Duration LEASE = Duration.ofSeconds(20);

	final TestDatabase database = TestDatabase.create();

	final HikariDataSource pool;

	final DataSource dataSource;

	final PostgresStoragePlugin postgres;

	/**
	 * The store of the engine.
	 */
	final StoragePlugin store;

	final LedgerTransactions transactions;

	final DurableOperations operations;

	final AbstractPlatformTransactionManager manager;

	final JdbcTemplate jdbc;

	/**
	 * Sees what is committed, whatever the thread is in.
	 */
	final JdbcTemplate outside;

	final AtomicInteger runs = new AtomicInteger();

	private Ledger(Options options) {
		this.pool = this.database.hikari(options.poolSize);
		this.dataSource = options.wrapper.apply(this.pool);
		this.postgres = options.copiedPool ? PostgresStoragePlugin.create(this.dataSource, PostgresSettings.defaults())
				: PostgresStoragePlugin.create(this.dataSource, this.database.hikari(4), PostgresSettings.defaults());
		this.transactions = new LedgerTransactions(() -> this.dataSource);
		this.store = options.plugin.apply(this.postgres);
		this.operations = node(options.settings, options.collaborators);
		this.manager = manage(options.manager.apply(this.dataSource));
		this.jdbc = new JdbcTemplate(this.dataSource);
		this.outside = new JdbcTemplate(this.database.dataSource());
		this.outside.execute("CREATE TABLE business (id bigint GENERATED ALWAYS AS IDENTITY, key text, value text)");
		this.postgres.prepare();
	}

	static Ledger create() {
		return new Options().create();
	}

	DurableOperations anotherNode() {
		return node(EngineSettings.defaults("other"), DurableOperations.Collaborators.none());
	}

	DurableOperations node(EngineSettings settings, DurableOperations.Collaborators collaborators) {
		return new DurableOperations(this.store, new JacksonResultCodec(DataSize.ofMegabytes(1)), this.transactions,
				settings, collaborators);
	}

	<M extends AbstractPlatformTransactionManager> M manage(M candidate) {
		candidate.addListener(this.transactions.listener());
		candidate.setNestedTransactionAllowed(true);
		return candidate;
	}

	TransactionTemplate template() {
		return new TransactionTemplate(this.manager);
	}

	TransactionTemplate template(int propagation) {
		TransactionTemplate template = template();
		template.setPropagationBehavior(propagation);
		return template;
	}

	TransactionTemplate repeatableRead() {
		TransactionTemplate template = template();
		template.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
		return template;
	}

	DurableOperation<String> define(String name, DurableOptions options) {
		return this.operations.define(name, String.class, options.withLease(LEASE));
	}

	/**
	 * An operation whose bodies run in a transaction that begins with them.
	 */
	DurableOperation<String> inOwnTransaction(String name) {
		return define(name, DurableOptions.defaults().withTransaction(template()));
	}

	/**
	 * The usual body: writes a business row.
	 */
	String book(String key) {
		int run = this.runs.incrementAndGet();
		this.jdbc.update("INSERT INTO business (key, value) VALUES (?, ?)", key, "run " + run);
		return "result " + run;
	}

	int rows(String key) {
		return this.outside.queryForObject("SELECT count(*) FROM business WHERE key = ?", Integer.class, key);
	}

	/**
	 * The state letter of a claim as committed, or {@code -}.
	 */
	String state(String key) {
		return this.outside.queryForList("SELECT state FROM istos.istos_idempotency WHERE key = ?", String.class, key)
			.stream()
			.findFirst()
			.orElse("-");
	}

	/**
	 * Somebody else takes a claim over.
	 */
	void steal(String key) {
		this.outside.update("UPDATE istos.istos_idempotency SET owner = gen_random_uuid(),"
				+ " epoch = nextval('istos.istos_epoch') WHERE key = ?", key);
	}

	void lapse(String key) {
		this.outside.update("UPDATE istos.istos_idempotency SET deadline = clock_timestamp() WHERE key = ?", key);
	}

	static CallSource request(String key, ExpectedTransaction expected) {
		return () -> new CallRequest(key, null, List.of(), expected);
	}

	@Override
	public void close() {
		this.operations.close();
		this.postgres.close();
		this.database.close();
	}

	/**
	 * What a test wants differently.
	 */
	static final class Options {

		private int poolSize = 5;

		private boolean copiedPool;

		private UnaryOperator<DataSource> wrapper = UnaryOperator.identity();

		private UnaryOperator<StoragePlugin> plugin = UnaryOperator.identity();

		private Function<DataSource, AbstractPlatformTransactionManager> manager = JdbcTransactionManager::new;

		private EngineSettings settings = EngineSettings.defaults("test");

		private DurableOperations.Collaborators collaborators = DurableOperations.Collaborators.none();

		Options poolSize(int poolSize) {
			this.poolSize = poolSize;
			return this;
		}

		Options copiedPool() {
			this.copiedPool = true;
			return this;
		}

		Options wrapper(UnaryOperator<DataSource> wrapper) {
			this.wrapper = wrapper;
			return this;
		}

		Options plugin(UnaryOperator<StoragePlugin> plugin) {
			this.plugin = plugin;
			return this;
		}

		Options manager(Function<DataSource, AbstractPlatformTransactionManager> manager) {
			this.manager = manager;
			return this;
		}

		Options settings(EngineSettings settings) {
			this.settings = settings;
			return this;
		}

		Options collaborators(DurableOperations.Collaborators collaborators) {
			this.collaborators = collaborators;
			return this;
		}

		Ledger create() {
			return new Ledger(this);
		}

	}

}
