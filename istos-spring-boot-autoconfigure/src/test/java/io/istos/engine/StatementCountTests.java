package io.istos.engine;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.Callable;

import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.util.unit.DataSize;

import io.istos.Boundary;
import io.istos.InFlightException;
import io.istos.coordination.Coordination;
import io.istos.coordination.Doc;
import io.istos.coordination.StateLease;
import io.istos.coordination.StateLeaseRequest;
import io.istos.jackson.JacksonResultCodec;
import io.istos.storage.EntryKey;
import io.istos.storage.postgres.PostgresSettings;
import io.istos.storage.postgres.PostgresStoragePlugin;
import io.istos.testing.TestDatabase;
import io.istos.transaction.LedgerTransactions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What a call costs, counted on the wire: round trips and commits, beside those of the
 * same body without Istos. The guarantees page quotes these numbers.
 */
class StatementCountTests {

	private final TestDatabase database = TestDatabase.create();

	private WireTap tap;

	private HikariDataSource pool;

	private HikariDataSource reserved;

	private PostgresStoragePlugin store;

	private DurableOperations operations;

	private JdbcTransactionManager manager;

	private JdbcTemplate jdbc;

	private int calls;

	@BeforeEach
	void open() {
		URI address = URI.create(this.database.jdbcUrl().substring("jdbc:".length()));
		this.tap = new WireTap(address.getHost(), address.getPort());
		String url = "jdbc:postgresql://localhost:" + this.tap.localPort() + address.getPath()
				+ "?sslmode=disable&gssEncMode=disable";
		this.pool = pool(url);
		this.reserved = pool(url);
		LedgerTransactions transactions = new LedgerTransactions(() -> this.pool);
		this.store = PostgresStoragePlugin.create(this.pool, this.reserved, PostgresSettings.defaults());
		this.operations = new DurableOperations(this.store, new JacksonResultCodec(DataSize.ofMegabytes(1)),
				transactions, EngineSettings.defaults("test"), DurableOperations.Collaborators.none());
		this.manager = new JdbcTransactionManager(this.pool);
		this.manager.addListener(transactions.listener());
		this.jdbc = new JdbcTemplate(this.pool);
		this.jdbc.execute("CREATE TABLE business (key text)");
		this.store.prepare();
	}

	private HikariDataSource pool(String url) {
		HikariDataSource dataSource = new HikariDataSource();
		dataSource.setJdbcUrl(url);
		dataSource.setUsername(this.database.username());
		dataSource.setPassword(this.database.password());
		dataSource.setMaximumPoolSize(3);
		dataSource.setMinimumIdle(0);
		return dataSource;
	}

	@AfterEach
	void close() throws IOException {
		this.operations.close();
		this.store.close();
		this.pool.close();
		this.reserved.close();
		this.tap.close();
		this.database.close();
	}

	@Test
	void firstCallInATransactionClaimsAsksTheIsolationAndCompletes() throws Exception {
		DurableOperation<String> auto = define(Boundary.AUTO, new TransactionTemplate(this.manager));
		assertThat(count(() -> first(auto))).isEqualTo(bodiesAlone(1).plus(3, 1));
	}

	@Test
	void firstCallOnItsOwnClaimsAndCompletes() throws Exception {
		DurableOperation<String> own = define(Boundary.OWN, null);
		assertThat(count(() -> own.call("k" + ++this.calls, null, () -> "result"))).isEqualTo(new WireTap.Count(2, 2));
	}

	@Test
	void firstJoinedCallIsOneCommitInAll() throws Exception {
		DurableOperation<String> joined = define(Boundary.JOINED, new TransactionTemplate(this.manager));
		assertThat(count(() -> first(joined))).isEqualTo(bodiesAlone(1).plus(3, 0));
	}

	@Test
	void replayIsOneRoundTrip() throws Exception {
		DurableOperation<String> auto = define(Boundary.AUTO, new TransactionTemplate(this.manager));
		auto.call("replay", null, this::body);
		assertThat(count(() -> auto.call("replay", null, this::body))).isEqualTo(new WireTap.Count(1, 1));
	}

	@Test
	void inFlightIsOneRoundTrip() throws Exception {
		DurableOperation<String> own = define(Boundary.OWN, null);
		own.call("busy", null, () -> {
			Threads.run(() -> AbstractTransactionTests.unchecked(() -> {
				assertThat(count(() -> assertThatExceptionOfType(InFlightException.class)
					.isThrownBy(() -> own.call("busy", null, () -> "never")))).isEqualTo(new WireTap.Count(1, 1));
				return null;
			}));
			return "done";
		});
	}

	@Test
	void severalCallsOfOneTransactionCompleteTogether() throws Exception {
		DurableOperation<String> auto = define(Boundary.AUTO, null);
		TransactionTemplate template = new TransactionTemplate(this.manager);
		assertThat(count(() -> template.execute((status) -> AbstractTransactionTests.unchecked(() -> {
			first(auto);
			first(auto);
			return first(auto);
		})))).isEqualTo(bodiesAlone(3).plus(3 + 1 + 1, 3));
	}

	@Test
	void leasedTransactionAcquiresAsksTheIsolationFencesAndReleases() throws Exception {
		ScopeLeases leases = leases();
		TransactionTemplate template = new TransactionTemplate(this.manager);
		assertThat(count(() -> leases.run("scope", LeaseOptions.defaults(),
				() -> template.executeWithoutResult((status) -> body()))))
			.isEqualTo(bodiesAlone(1).plus(1 + 1 + 1 + 1, 2));
	}

	@Test
	void leaseWithoutATransactionIsAcquiredAndReleased() throws Exception {
		ScopeLeases leases = leases();
		assertThat(count(() -> leases.call("scope", LeaseOptions.defaults(), () -> "result")))
			.isEqualTo(new WireTap.Count(2, 2));
	}

	@Test
	void busyIsOneRoundTrip() throws Exception {
		ScopeLeases leases = leases();
		AcquiredLease lease = leases.tryAcquire("scope", LeaseOptions.defaults()).orElseThrow();
		assertThat(count(() -> leases.run("scope", LeaseOptions.defaults(), this::body)))
			.isEqualTo(new WireTap.Count(1, 1));
		lease.close();
	}

	@Test
	void keptLeaseCostsNothingBetweenRenewals() throws Exception {
		ScopeLeases leases = leases();
		LeaseOptions keep = LeaseOptions.defaults().withKeep(true);
		assertThat(count(() -> leases.call("scope", keep, () -> "result"))).isEqualTo(new WireTap.Count(0, 0));
	}

	@Test
	void claimIsOneRoundTripWhoeverWins() throws Exception {
		Coordination coordination = coordination();
		assertThat(count(() -> coordination.claim("k" + ++this.calls, "value"))).isEqualTo(new WireTap.Count(1, 1));
		assertThat(count(() -> coordination.claim("k1", "value"))).isEqualTo(new WireTap.Count(1, 1));
	}

	@Test
	void documentIsReadAndWritten() throws Exception {
		Doc<Integer> doc = coordination().doc("doc", Integer.class);
		assertThat(count(() -> doc.update((value) -> value + 1, 0))).isEqualTo(new WireTap.Count(2, 2));
		assertThat(count(doc::get)).isEqualTo(new WireTap.Count(1, 1));
		assertThat(count(doc::delete)).isEqualTo(new WireTap.Count(1, 1));
	}

	@Test
	void lockedDocumentIsTwoRoundTripsOfOneTransaction() throws Exception {
		EntryKey key = new EntryKey("", "doc");
		assertThat(count(() -> this.store.updateDocument(key, (value) -> "1"))).isEqualTo(new WireTap.Count(2, 1));
		assertThat(count(() -> this.store.updateDocument(new EntryKey("", "k" + ++this.calls), (value) -> "1")))
			.isEqualTo(new WireTap.Count(3, 1));
	}

	@Test
	void leaseWithAStateIsOneRoundTripPerAct() throws Exception {
		Coordination coordination = coordination();
		StateLeaseRequest<String> request = StateLeaseRequest.of(String.class, Duration.ofMinutes(5));
		assertThat(count(() -> {
			coordination.lease("scope", request).orElseThrow().release("done");
			return null;
		})).isEqualTo(new WireTap.Count(2, 2));
		assertThat(count(() -> {
			coordination.lease("scope", request.transition((state) -> "begun")).orElseThrow().release();
			return null;
		})).isEqualTo(new WireTap.Count(3, 3));
		StateLease<String> lease = coordination.lease("scope", request).orElseThrow();
		assertThat(count(() -> {
			lease.renew();
			lease.write("1");
			lease.updateState((state) -> state + "2");
			return null;
		})).isEqualTo(new WireTap.Count(3, 3));
		assertThat(count(() -> coordination.cooperativeWrite("scope", String.class, (state) -> "3")))
			.isEqualTo(new WireTap.Count(2, 2));
		assertThat(count(() -> coordination.attachLease("scope", lease.owner(), Duration.ofMinutes(5), String.class)))
			.isEqualTo(new WireTap.Count(1, 1));
	}

	@Test
	void valueIsOneRoundTrip() throws Exception {
		EntryKey key = new EntryKey("", "value");
		assertThat(count(() -> {
			this.store.put(key, "1");
			this.store.get(key);
			this.store.delete(key);
			return null;
		})).isEqualTo(new WireTap.Count(3, 3));
	}

	private Coordination coordination() {
		return new Coordination(this.store, new JacksonResultCodec(DataSize.ofMegabytes(1)), () -> "", "test");
	}

	private ScopeLeases leases() {
		return new ScopeLeases(this.operations, Duration.ofMinutes(5), (event) -> {
		});
	}

	// What a transaction costs by itself depends on the driver's version.
	private WireTap.Count bodiesAlone(int bodies) throws Exception {
		TransactionTemplate template = new TransactionTemplate(this.manager);
		return count(() -> template.execute((status) -> {
			for (int i = 0; i < bodies; i++) {
				body();
			}
			return null;
		}));
	}

	private DurableOperation<String> define(Boundary boundary, TransactionTemplate template) {
		return this.operations.define("operation", String.class,
				DurableOptions.defaults()
					.withBoundary(boundary)
					.withLease(Duration.ofMinutes(5))
					.withTransaction(template));
	}

	private String first(DurableOperation<String> operation) throws Exception {
		return operation.call("k" + ++this.calls, null, this::body);
	}

	private String body() {
		this.jdbc.update("INSERT INTO business VALUES ('row')");
		return "result";
	}

	// Statements are prepared on the server after some runs; what is counted is the rule.
	private WireTap.Count count(Callable<?> call) throws Exception {
		for (int i = 0; i < 10; i++) {
			call.call();
		}
		this.tap.reset();
		call.call();
		return this.tap.count();
	}

}
