package io.istos.storage.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import io.istos.storage.Acquisition;
import io.istos.storage.LeaseFence;
import io.istos.storage.LeaseRelease;
import io.istos.storage.LeaseRenewal;
import io.istos.storage.LeaseRequest;
import io.istos.storage.LeaseToken;
import io.istos.storage.ScopeKey;
import io.istos.storage.StoragePlugin;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Short words for what tests do with leases.
 *
 * @param ledger where they are kept
 */
record Leases(Ledger ledger) {

	static final Duration TTL = Ledger.LONG;

	private static final AtomicInteger SCOPES = new AtomicInteger();

	static ScopeKey scope() {
		return new ScopeKey("", String.format("scope-%06d", SCOPES.incrementAndGet()));
	}

	static LeaseRequest request(ScopeKey scope) {
		return request(scope, TTL);
	}

	static LeaseRequest request(ScopeKey scope, Duration ttl) {
		return new LeaseRequest(scope, UUID.randomUUID(), ttl, "instance");
	}

	static LeaseRenewal renewal(LeaseToken token) {
		return new LeaseRenewal(token, TTL);
	}

	static LeaseRelease release(LeaseToken token) {
		return new LeaseRelease(token, Duration.ZERO);
	}

	static LeaseFence fence(LeaseToken token) {
		return new LeaseFence(token, TTL, false, null);
	}

	static LeaseFence checkpoint(LeaseToken token, String state) {
		return new LeaseFence(token, TTL, false, state);
	}

	Acquisition acquire(ScopeKey scope) {
		return this.ledger.plugin.acquire(request(scope));
	}

	boolean isGranted(ScopeKey scope) {
		return acquire(scope).granted() != null;
	}

	LeaseToken acquired(ScopeKey scope) {
		return acquired(scope, TTL);
	}

	LeaseToken acquired(ScopeKey scope, Duration ttl) {
		LeaseRequest request = request(scope, ttl);
		Acquisition.Granted granted = this.ledger.plugin.acquire(request).granted();
		return request.token(Objects.requireNonNull(granted).epoch());
	}

	LeaseToken lapsed(ScopeKey scope) {
		LeaseToken token = acquired(scope);
		lapse(scope);
		return token;
	}

	LeaseToken freed(ScopeKey scope) {
		LeaseToken token = acquired(scope);
		assertThat(this.ledger.plugin.releaseLease(release(token))).isEqualTo(LeaseRelease.Answer.RELEASED);
		return token;
	}

	LeaseToken lost(ScopeKey scope) {
		LeaseToken token = lapsed(scope);
		acquired(scope);
		return token;
	}

	/** Whatever transactions hold it. */
	void lapse(ScopeKey scope) {
		this.ledger.jdbc.update("UPDATE istos.istos_lease SET deadline = clock_timestamp() WHERE scope = ?",
				scope.scope());
	}

	LeaseRenewal.Answer renew(LeaseToken token) {
		return this.ledger.plugin.renewLeases(List.of(renewal(token))).get(0);
	}

	/**
	 * A rival that saw the row while it was free, or a renewal, may be at it still.
	 */
	static LeaseRelease.Answer releaseOnceUnlocked(StoragePlugin node, LeaseToken token) {
		LeaseRelease.Answer answer = node.releaseLease(release(token));
		while (answer == LeaseRelease.Answer.LOCKED) {
			answer = node.releaseLease(release(token));
		}
		return answer;
	}

	Map<String, @Nullable Object> row(ScopeKey scope) {
		return this.ledger.jdbc.queryForMap("SELECT *, ctid::text AS place, xmin::text AS writer, xmax::text AS locker "
				+ "FROM istos.istos_lease WHERE scope = ?", scope.scope());
	}

	/** As one batch, in the form for many. */
	List<Optional<Acquisition>> acquireTogether(LeaseRequest... requests) throws SQLException {
		List<LeaseRequest> sorted = Stream.of(requests).sorted(Comparator.comparing(LeaseRequest::key)).toList();
		try (Connection connection = this.ledger.database.dataSource().getConnection()) {
			return StepStatement.own(LeaseSteps.ACQUIRE, new Sql(PostgresSettings.defaults()))
				.execute(connection, sorted);
		}
	}

	/**
	 * Run a step in a transaction that another node has open.
	 */
	<Q, A> Connection uncommitted(Step<Q, A> step, Q item, A expected) throws SQLException {
		Connection rival = this.ledger.rival("SELECT 1");
		assertThat(
				StepStatement.inTransaction(step, new Sql(PostgresSettings.defaults())).execute(rival, List.of(item)))
			.containsExactly(expected);
		return rival;
	}

	/** While somebody has locked the row of a scope. */
	void whileLocked(ScopeKey scope, String strength, Ledger.Work work) throws Exception {
		try (Connection rival = this.ledger.rival("SELECT 1 FROM istos.istos_lease WHERE scope = ? FOR " + strength,
				scope.scope())) {
			try {
				work.run();
			}
			finally {
				rival.rollback();
			}
		}
	}

}
