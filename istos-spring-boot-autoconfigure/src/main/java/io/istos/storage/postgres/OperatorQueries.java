package io.istos.storage.postgres;

import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

import io.istos.storage.ClaimKey;
import io.istos.storage.ClaimQuery;
import io.istos.storage.ClaimView;
import io.istos.storage.LeaseQuery;
import io.istos.storage.LeasedScope;
import io.istos.storage.LedgerSummary;
import io.istos.storage.OperatorStore.OperationName;
import io.istos.storage.postgres.OperatorSteps.Look;
import io.istos.storage.postgres.OperatorSteps.SummaryRow;

/**
 * Asks for people. What may read many rows keeps no claim waiting: it goes another way.
 */
final class OperatorQueries {

	private final OwnTransactions quick;

	private final OwnTransactions lengthy;

	private final StepStatement<String, Look> status;

	private final StepStatement<String, SummaryRow> summary;

	private final StepStatement<ClaimQuery, ClaimView> openClaims;

	private final StepStatement<ClaimQuery, ClaimView> claims;

	private final StepStatement<ClaimKey, ClaimView> claim;

	private final StepStatement<LeaseQuery, LeasedScope> leases;

	private final StepStatement<String, OperationName> operations;

	OperatorQueries(OwnSteps steps, OwnTransactions lengthy) {
		this.quick = steps.combined();
		this.lengthy = lengthy;
		this.status = StepStatement.own(OperatorSteps.STATUS, steps.sql());
		this.summary = StepStatement.own(OperatorSteps.SUMMARY, steps.sql());
		this.openClaims = StepStatement.own(OperatorSteps.FIND_OPEN_CLAIMS, steps.sql());
		this.claims = StepStatement.own(OperatorSteps.FIND_CLAIMS, steps.sql());
		this.claim = StepStatement.own(OperatorSteps.FIND_CLAIM, steps.sql());
		this.leases = StepStatement.own(OperatorSteps.FIND_LEASES, steps.sql());
		this.operations = StepStatement.own(OperatorSteps.OPERATIONS, steps.sql());
	}

	Look look(String schema) throws SQLException {
		return this.quick.repeatable((connection) -> this.status.execute(connection, List.of(schema)).get(0));
	}

	LedgerSummary summary(String namespace) throws SQLException {
		List<SummaryRow> rows = this.lengthy.repeatable((connection) -> this.summary.list(connection, namespace));
		SummaryRow any = rows.get(0);
		return new LedgerSummary(rows.stream().flatMap((row) -> open(row).stream()).toList(), any.liveLeases(),
				any.lapsedLeases(), any.rows());
	}

	private static Optional<LedgerSummary.OpenClaims> open(SummaryRow row) {
		return Optional.ofNullable(row.operation())
			.map((operation) -> new LedgerSummary.OpenClaims(operation, row.running(), row.abandoned(), row.held()));
	}

	List<ClaimView> claims(ClaimQuery query) throws SQLException {
		StepStatement<ClaimQuery, ClaimView> statement = query.isForOpen() ? this.openClaims : this.claims;
		return this.lengthy.repeatable((connection) -> statement.list(connection, query));
	}

	Optional<ClaimView> claim(ClaimKey key) throws SQLException {
		return this.quick.repeatable((connection) -> this.claim.list(connection, key)).stream().findFirst();
	}

	List<LeasedScope> leases(LeaseQuery query) throws SQLException {
		return this.lengthy.repeatable((connection) -> this.leases.list(connection, query));
	}

	List<OperationName> operations(String namespace) throws SQLException {
		return this.lengthy.repeatable((connection) -> this.operations.list(connection, namespace));
	}

}
