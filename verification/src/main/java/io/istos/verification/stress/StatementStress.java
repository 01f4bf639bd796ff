package io.istos.verification.stress;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;

import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.TransactionTemplate;

import io.istos.ClaimLostException;
import io.istos.IstosException;
import io.istos.storage.Claim;
import io.istos.storage.ClaimKey;
import io.istos.storage.ClaimRequest;
import io.istos.storage.ClaimState;
import io.istos.storage.ClaimToken;
import io.istos.storage.Completion;
import io.istos.storage.LedgerTransaction;
import io.istos.storage.Outcome;
import io.istos.storage.Release;
import io.istos.storage.Renewal;
import io.istos.storage.StoragePlugin;
import io.istos.storage.TakeOver;
import io.istos.storage.postgres.PostgresSettings;
import io.istos.storage.postgres.PostgresStoragePlugin;
import io.istos.testing.TestDatabase;
import io.istos.transaction.LedgerTransactions;
import io.istos.verification.Audit;
import io.istos.verification.Pools;
import io.istos.verification.Waiting;

/**
 * The statements of the protocol, bare: workers claim, write a row and complete through
 * the storage port, without the engine. They throw, roll back, stall past the lease, walk
 * away and lose their connections, in transactions of either isolation, with claims of
 * their own or joined.
 */
public final class StatementStress {

	private static final Duration LEASE = Duration.ofMillis(150);

	private static final long STALL_MILLIS = 250;

	private static final Duration SHORT = Duration.ofMillis(1);

	private static final Duration LONG = Duration.ofDays(1);

	private static final int NODES = 3;

	private static final int WORKERS = 24;

	private static final int WINDOW = 40;

	private final DataSource dataSource;

	private final List<Node> nodes = new ArrayList<>();

	private final Tally tally = new Tally();

	private final Map<String, Set<UUID>> ownCompletions = new ConcurrentHashMap<>();

	private StatementStress(TestDatabase database, boolean ownerCheck) {
		this.dataSource = database.hikari(4);
		for (int i = 1; i <= NODES; i++) {
			this.nodes.add(new Node(database, "node-" + i, ownerCheck));
		}
	}

	/**
	 * Run.
	 * @param duration for how long
	 * @param ownerCheck whether completions check the owner, as they must
	 * @return what came of it
	 */
	public static StressResult run(Duration duration, boolean ownerCheck) {
		try (TestDatabase database = TestDatabase.create()) {
			StatementStress stress = new StatementStress(database, ownerCheck);
			Audit.createTable(stress.dataSource);
			stress.nodes.get(0).plugin.prepare();
			try {
				stress.work(duration);
				stress.finish();
				return stress.result();
			}
			finally {
				stress.nodes.forEach(Node::close);
			}
		}
	}

	private StressResult result() {
		List<String> contradictions = new ArrayList<>();
		this.ownCompletions.forEach((key, owners) -> {
			if (owners.size() > 1) {
				contradictions.add("Completed under " + owners.size() + " tokens: " + key);
			}
		});
		return new StressResult(this.tally, Audit.of(this.dataSource), contradictions);
	}

	private void work(Duration duration) {
		long start = System.nanoTime();
		long end = start + duration.toNanos();
		ConnectionCutter cutter = new ConnectionCutter(this.dataSource, this.tally);
		try (Nemesis nemesis = new Nemesis()) {
			nemesis.every(60, cutter).every(15, this::purge);
			Workers.run(WORKERS, (worker) -> {
				Node node = this.nodes.get(worker % NODES);
				while (System.nanoTime() < end) {
					long first = (System.nanoTime() - start) / TimeUnit.MILLISECONDS.toNanos(12);
					node.attempt("k" + (first + random(WINDOW)), Act.random());
				}
			});
		}
	}

	private void purge() {
		this.tally.count("purged", this.nodes.get(random(NODES)).store.purgeClaims(100));
	}

	// Whatever was left lying must still be possible to finish.
	private void finish() {
		List<String> open = new JdbcTemplate(this.dataSource).queryForList(
				"select key from istos.istos_idempotency where operation = 'stress' and state <> 'D'", String.class);
		this.tally.count("finished in the end", open.size());
		Node node = this.nodes.get(0);
		for (String key : open) {
			Waiting.until(key + " to be done", Duration.ofSeconds(30),
					() -> node.attempt(key, Act.COMMIT) == ClaimState.DONE);
		}
	}

	private static int random(int bound) {
		return ThreadLocalRandom.current().nextInt(bound);
	}

	/**
	 * What a worker does with a claim.
	 */
	private enum Act {

		COMMIT(40), STALL(12), STALL_COMPLETED(3), STALL_RENEWED(5), ROLL_BACK(10), SAVEPOINT(6), WALK_AWAY(6), CUT(6),
		OWN(12);

		private final int weight;

		Act(int weight) {
			this.weight = weight;
		}

		static Act random() {
			int left = StatementStress.random(100);
			for (Act act : values()) {
				left -= act.weight;
				if (left < 0) {
					return act;
				}
			}
			return COMMIT;
		}

	}

	private final class Node {

		private final HikariDataSource pool;

		private final PostgresStoragePlugin plugin;

		private final StoragePlugin store;

		private final LedgerTransactions transactions;

		private final DataSourceTransactionManager manager;

		private final JdbcTemplate jdbc;

		private final String name;

		Node(TestDatabase database, String name, boolean ownerCheck) {
			this.name = name;
			this.pool = Pools.create(database, name, WORKERS);
			this.plugin = PostgresStoragePlugin.create(this.pool, PostgresSettings.defaults());
			this.store = ownerCheck ? this.plugin : new CarelessStoragePlugin(this.plugin, this.pool);
			this.transactions = new LedgerTransactions(() -> this.pool);
			this.manager = new DataSourceTransactionManager(this.pool);
			this.manager.addListener(this.transactions.listener());
			this.jdbc = new JdbcTemplate(this.pool);
		}

		ClaimState attempt(String key, Act act) {
			try {
				if (act == Act.OWN) {
					return own(key);
				}
				return (random(4) == 0) ? joined(key, act) : claimed(key, act);
			}
			catch (ClaimLostException ex) {
				StatementStress.this.tally.count("completions refused");
			}
			catch (OnPurposeException ex) {
				StatementStress.this.tally.count("rolled back on purpose");
			}
			catch (IstosException | DataAccessException | TransactionException ex) {
				StatementStress.this.tally.count("failed: " + ex.getClass().getSimpleName());
			}
			return ClaimState.IN_FLIGHT;
		}

		private ClaimState claimed(String key, Act act) {
			ClaimRequest request = request("stress", key);
			Claim claim = told("claim", this.store.claimProcessed(request));
			if (claim.state() != ClaimState.CLAIMED) {
				return claim.state();
			}
			if (act == Act.WALK_AWAY) {
				return ClaimState.CLAIMED;
			}
			ClaimToken token = request.token(claim.epoch());
			boolean committed = false;
			try {
				boolean snapshot = random(3) == 0;
				template(snapshot).executeWithoutResult((status) -> {
					if (snapshot && !this.store.lockClaim(token, transaction())) {
						throw new ClaimLostException("Not ours to lock", null);
					}
					complete(token, act, status);
				});
				committed = true;
			}
			finally {
				if (!committed) {
					release(token);
				}
			}
			return ClaimState.DONE;
		}

		private ClaimState joined(String key, Act act) {
			ClaimRequest request = request("stress", key);
			return template(false).execute((status) -> {
				Claim claim = told("joined claim", this.store.claimProcessed(request, transaction()));
				if (claim.state() != ClaimState.CLAIMED) {
					return claim.state();
				}
				complete(request.token(claim.epoch()), act, status);
				return ClaimState.DONE;
			});
		}

		private void complete(ClaimToken token, Act act, TransactionStatus status) {
			UUID row = insert(token);
			switch (act) {
				case STALL -> Pauses.of(STALL_MILLIS);
				case STALL_RENEWED -> stallRenewed(token);
				case ROLL_BACK -> throw new OnPurposeException();
				case CUT -> this.jdbc.execute("select pg_terminate_backend(pg_backend_pid())");
				case SAVEPOINT -> {
					Object savepoint = status.createSavepoint();
					insert(token);
					status.rollbackToSavepoint(savepoint);
				}
				default -> {
				}
			}
			this.store.markProcessed(List.of(new Completion(token, outcome(row), LONG)), transaction());
			if (act == Act.STALL_COMPLETED) {
				Pauses.of(STALL_MILLIS);
			}
		}

		private void stallRenewed(ClaimToken token) {
			for (int i = 0; i < 5; i++) {
				Renewal.Answer answer = this.store.renewClaims(List.of(new Renewal(token, LEASE))).get(0);
				StatementStress.this.tally.count("renewal " + answer);
				Pauses.of(LEASE.toMillis() / 3);
			}
		}

		// Without rows: who completed under which token is remembered here.
		private ClaimState own(String key) {
			ClaimRequest request = request("own", key);
			Claim claim = told("claim", this.store.claimProcessed(request));
			if (claim.state() == ClaimState.CLAIMED) {
				ClaimToken token = request.token(claim.epoch());
				if (random(2) == 0) {
					Pauses.of(STALL_MILLIS);
				}
				if (this.store.markProcessed(new Completion(token, outcome(request.owner()), LONG))) {
					StatementStress.this.ownCompletions.computeIfAbsent(key, (absent) -> ConcurrentHashMap.newKeySet())
						.add(request.owner());
				}
				else {
					StatementStress.this.tally.count("own completions refused");
				}
			}
			return claim.state();
		}

		private UUID insert(ClaimToken token) {
			UUID row = UUID.randomUUID();
			this.jdbc.update("insert into booking (id, operation, booking_key, epoch, node) values (?, ?, ?, ?, ?)",
					row, token.key().operation(), token.key().key(), token.epoch(), this.name);
			return row;
		}

		private void release(ClaimToken token) {
			Release release = new Release(token, Release.Target.FREE, null, SHORT);
			StatementStress.this.tally.count("release " + this.store.releaseClaim(release));
		}

		private Claim told(String what, Claim claim) {
			boolean takeOver = claim.state() == ClaimState.CLAIMED && claim.former() != null;
			StatementStress.this.tally.count(what + " " + (takeOver ? "TAKEN OVER" : claim.state()));
			return claim;
		}

		private TransactionTemplate template(boolean snapshot) {
			TransactionTemplate template = new TransactionTemplate(this.manager);
			template.setIsolationLevel(snapshot ? TransactionDefinition.ISOLATION_REPEATABLE_READ
					: TransactionDefinition.ISOLATION_READ_COMMITTED);
			return template;
		}

		private LedgerTransaction transaction() {
			LedgerTransaction transaction = this.transactions.current();
			if (transaction == null) {
				throw new IllegalStateException("No transaction");
			}
			return transaction;
		}

		private ClaimRequest request(String operation, String key) {
			return new ClaimRequest(new ClaimKey("", operation, key), UUID.randomUUID(), null, LEASE, TakeOver.LAPSED,
					this.name, null);
		}

		private static Outcome outcome(UUID row) {
			return new Outcome(Outcome.Kind.RESULT, "{\"id\":\"" + row + "\"}");
		}

		void close() {
			this.plugin.close();
			this.pool.close();
		}

	}

}
