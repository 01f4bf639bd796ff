package io.istos.data;

import java.time.Instant;
import java.util.UUID;

import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import org.springframework.data.domain.Page;
import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.Slice;
import org.springframework.data.domain.Sort;
import org.springframework.jdbc.core.simple.JdbcClient;

import io.istos.storage.postgres.PostgresSettings;
import io.istos.storage.postgres.PostgresStoragePlugin;
import io.istos.testing.TestDatabase;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What is in the tables is what the repositories give.
 */
class LedgerRepositoriesTests {

	private static final Pageable FIRST_TWO = PageRequest.of(0, 2, Sort.by("key"));

	private static final Instant PAST = Instant.parse("2026-01-31T22:30:00.123456Z");

	private static final Instant FUTURE = Instant.parse("2126-07-31T22:30:00Z");

	private static final UUID OWNER = new UUID(4, 2);

	private static final TestDatabase DATABASE = TestDatabase.create();

	private static final HikariDataSource POOL = DATABASE.hikari(3);

	private static final JdbcClient JDBC = JdbcClient.create(POOL);

	private final LedgerRepositories repositories = new LedgerRepositories(POOL, "istos");

	private final LedgerCalls calls = this.repositories.create(LedgerCalls.class);

	private final LedgerLeases leases = this.repositories.create(LedgerLeases.class);

	private final LedgerEvents events = this.repositories.create(LedgerEvents.class);

	@BeforeAll
	static void fill() {
		PostgresStoragePlugin.create(POOL, POOL, PostgresSettings.defaults()).prepare();
		for (String key : new String[] { "c", "a", "b" }) {
			call("shop", "pay", key, "D");
		}
		call("shop", "send", "a", "H");
		call("shop", "pay", "d", "F");
		call("other", "pay", "a", "C");
		lease("held", OWNER, FUTURE);
		lease("lapsed", OWNER, PAST);
		lease("given-up", null, FUTURE);
		for (String key : new String[] { "a", null, "a" }) {
			event("shop", "pay", key);
		}
		event("other", "pay", "a");
	}

	private static void call(String namespace, String operation, String key, String state) {
		JDBC.sql(
				"""
						INSERT INTO istos.istos_idempotency (namespace, operation, key, state, epoch, deadline, attempts,
						last_error, claimed_at, instance, trace_id, expires_at, result) VALUES (?, ?, ?, ?, 7,
						CASE WHEN ? IN ('C', 'H') THEN CAST(? AS timestamptz) END, 3, 'broken', CAST(? AS timestamptz), 'till-1',
						'trace', NULL, '"secret"')
						""")
			.params(namespace, operation, key, state, state, FUTURE.toString(), PAST.toString())
			.update();
	}

	private static void lease(String scope, UUID owner, Instant deadline) {
		JDBC.sql(
				"""
						INSERT INTO istos.istos_lease (namespace, scope, epoch, owner, deadline, acquired_at, taken_over, instance,
						state, version) VALUES ('shop', ?, 9, CAST(? AS uuid), CAST(? AS timestamptz), CAST(? AS timestamptz), true,
						'till-1', '"secret"', 5)
						""")
			.params(scope, owner, deadline.toString(), PAST.toString())
			.update();
	}

	private static void event(String namespace, String log, String key) {
		JDBC.sql("""
				INSERT INTO istos.istos_event_log (namespace, key, idempotency_key, kind, value, at)
				VALUES (?, ?, ?, 'call', '"secret"', CAST(? AS timestamptz))
				""").params(namespace, log, key, PAST.toString()).update();
	}

	@AfterAll
	static void drop() {
		POOL.close();
		DATABASE.close();
	}

	@Test
	void aCallInFull() {
		assertThat(this.calls.findByNamespaceAndOperationAndKey("other", "pay", "a")).contains(new LedgerCall("other",
				"pay", "a", CallState.CLAIMED, 7, 3, PAST, FUTURE, null, "broken", "till-1", "trace"));
		assertThat(this.calls.findByNamespaceAndOperationAndKey("shop", "pay", "z")).isEmpty();
	}

	@Test
	void aPageOfCallsKnowsHowManyThereAre() {
		Page<LedgerCall> page = this.calls.findAll(PageRequest.of(1, 4, Sort.by("namespace", "operation", "key")));
		assertThat(page.getTotalElements()).isEqualTo(6);
		assertThat(page).extracting(LedgerCall::operation).containsExactly("pay", "send");
	}

	@Test
	void callsOfAnOperation() {
		Slice<LedgerCall> slice = this.calls.findByNamespaceAndOperation("shop", "pay", FIRST_TWO);
		assertThat(slice).extracting(LedgerCall::key).containsExactly("a", "b");
		assertThat(slice.hasNext()).isTrue();
		assertThat(this.calls.findByNamespaceAndOperation("shop", "pay", slice.nextPageable()))
			.extracting(LedgerCall::key)
			.containsExactly("c", "d");
	}

	@Test
	void callsInAState() {
		assertThat(this.calls.findByState(CallState.HELD, FIRST_TWO)).extracting(LedgerCall::operation)
			.containsExactly("send");
		assertThat(this.calls.countByState(CallState.DONE)).isEqualTo(3);
		assertThat(this.calls.findByNamespaceAndOperationAndState("shop", "pay", CallState.FREE, FIRST_TWO))
			.extracting(LedgerCall::key)
			.containsExactly("d");
	}

	@Test
	void aLeaseInFull() {
		assertThat(this.leases.findByNamespaceAndScope("shop", "held"))
			.contains(new LedgerLease("shop", "held", OWNER, 9, PAST, FUTURE, true, "till-1", 5));
		assertThat(this.leases.findByNamespaceAndScope("shop", "given-up")).get()
			.extracting(LedgerLease::owner)
			.isNull();
	}

	@Test
	void leasesThatAreHeld() {
		Pageable page = PageRequest.of(0, 2, Sort.by("scope"));
		assertThat(this.leases.findByOwnerIsNotNullAndDeadlineAfter(Instant.now(), page)).extracting(LedgerLease::scope)
			.containsExactly("held");
		assertThat(this.leases.findAll(page).getTotalElements()).isEqualTo(3);
		assertThat(this.leases.findByInstance("till-1", page)).extracting(LedgerLease::scope)
			.containsExactly("given-up", "held");
	}

	@Test
	void deadlinesAreComparedToTheMicrosecond() {
		Pageable page = PageRequest.of(0, 10, Sort.by("scope"));
		assertThat(this.leases.findByOwnerIsNotNullAndDeadlineAfter(PAST.minusNanos(1000), page)).hasSize(2);
		assertThat(this.leases.findByOwnerIsNotNullAndDeadlineAfter(PAST, page)).hasSize(1);
	}

	@Test
	void eventsNewestFirst() {
		Pageable newest = PageRequest.of(0, 2, Sort.by("id").descending());
		assertThat(this.events.findAll(newest).getTotalElements()).isEqualTo(4);
		Slice<LedgerEvent> slice = this.events.findByNamespaceAndKey("shop", "pay", newest);
		assertThat(slice).extracting(LedgerEvent::idempotencyKey).containsExactly("a", null);
		assertThat(this.events.findByNamespaceAndKeyAndIdempotencyKey("shop", "pay", "a", newest)).hasSize(2);
		LedgerEvent last = slice.getContent().get(0);
		assertThat(last).isEqualTo(new LedgerEvent(last.id(), "shop", "pay", "a", "call", PAST));
		assertThat(this.events.findById(last.id())).contains(last);
	}

}
