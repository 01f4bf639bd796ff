package io.istos.storage.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

import io.istos.storage.Acquisition;
import io.istos.storage.LeaseRelease;
import io.istos.storage.LeaseRenewal;
import io.istos.storage.LeaseRequest;
import io.istos.storage.LeaseToken;

/**
 * The steps of leases that are transactions of their own.
 */
final class OwnLeases {

	private final Combiner<LeaseRequest, Optional<Acquisition>> acquisitions;

	private final Combiner<LeaseRelease, LeaseRelease.Answer> releases;

	private final BulkStep<LeaseRenewal, LeaseRenewal.Answer> renewals;

	private final String holds;

	private final OwnTransactions own;

	OwnLeases(OwnSteps steps) {
		this.acquisitions = steps.combined(LeaseSteps.ACQUIRE);
		this.releases = steps.combined(LeaseSteps.RELEASE);
		this.renewals = steps.renewals(LeaseSteps.RENEW);
		this.holds = steps.sql().transaction("holds-lease");
		this.own = steps.combined();
	}

	int waiting() {
		return this.acquisitions.waiting();
	}

	Optional<Acquisition> acquire(LeaseRequest request) throws SQLException {
		return this.acquisitions.ask(request);
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
