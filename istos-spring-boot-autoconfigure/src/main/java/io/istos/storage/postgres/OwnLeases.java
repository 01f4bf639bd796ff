package io.istos.storage.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import io.istos.storage.Acquisition;
import io.istos.storage.LeaseRelease;
import io.istos.storage.LeaseRenewal;
import io.istos.storage.LeaseRequest;
import io.istos.storage.LeaseToken;
import io.istos.storage.LeaseView;
import io.istos.storage.ScopeKey;
import io.istos.storage.StateWrite;

/**
 * The steps of leases that are transactions of their own. What writes a state is not
 * repeated when its answer was lost: it would meet itself, and be told that the state has
 * changed.
 */
final class OwnLeases {

	private final Combiner<LeaseRequest, Optional<Acquisition>> acquisitions;

	private final Combiner<LeaseRequest, Optional<Acquisition>> transitions;

	private final Combiner<LeaseRelease, LeaseRelease.Answer> releases;

	private final Combiner<ScopeKey, Optional<LeaseView>> views;

	private final Combiner<StateWrite, Optional<StateWrite.Answer>> writes;

	private final BulkStep<LeaseRenewal, LeaseRenewal.Answer> renewals;

	private final String holds;

	private final OwnTransactions own;

	OwnLeases(OwnSteps steps) {
		this.acquisitions = steps.combined(LeaseSteps.ACQUIRE);
		this.transitions = steps.combinedOnce(LeaseSteps.ACQUIRE,
				(request) -> (request.transition() != null) ? length(request.transition().state()) : 0);
		this.releases = steps.combined(LeaseSteps.RELEASE);
		this.views = steps.combined(LeaseSteps.FIND);
		this.writes = steps.combinedOnce(LeaseSteps.WRITE_STATE, (write) -> length(write.change().state()));
		this.renewals = steps.renewals(LeaseSteps.RENEW);
		this.holds = steps.sql().transaction("holds-lease");
		this.own = steps.combined();
	}

	private static int length(@Nullable String state) {
		return (state != null) ? state.length() : 0;
	}

	int waiting() {
		return this.acquisitions.waiting();
	}

	Optional<Acquisition> acquire(LeaseRequest request) throws SQLException {
		return ((request.transition() != null) ? this.transitions : this.acquisitions).ask(request);
	}

	Optional<LeaseView> find(ScopeKey key) throws SQLException {
		return this.views.ask(key);
	}

	Optional<StateWrite.Answer> write(StateWrite write) throws SQLException {
		return this.writes.ask(write);
	}

	LeaseRelease.Answer release(LeaseRelease release) throws SQLException {
		return this.releases.ask(release);
	}

	List<LeaseRenewal.Answer> renew(List<LeaseRenewal> renewals) throws SQLException {
		return this.renewals.execute(renewals);
	}

	boolean holds(LeaseToken token) throws SQLException {
		return this.own.repeatable((connection) -> holds(connection, token));
	}

	private boolean holds(Connection connection, LeaseToken token) throws SQLException {
		try (PreparedStatement statement = connection.prepareStatement(this.holds)) {
			LedgerLeases.bind(statement, 1, token);
			return Results.read(statement, ResultSet::next);
		}
	}

}
