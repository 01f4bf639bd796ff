package io.istos.storage.postgres;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import io.istos.storage.ClaimKey;
import io.istos.storage.ClaimQuery;
import io.istos.storage.ClaimStatus;
import io.istos.storage.ClaimView;
import io.istos.storage.LeaseQuery;
import io.istos.storage.LeasedScope;
import io.istos.storage.LedgerStatus;
import io.istos.storage.OperatorStore.OperationName;
import io.istos.storage.ScopeKey;
import io.istos.storage.postgres.Step.Field;

/**
 * What people ask.
 */
final class OperatorSteps {

	/** Of a schema. */
	static final Step<String, Look> STATUS = single("status",
			List.of(Field.text("schema", (schema) -> schema), Field.text("names", (schema) -> SchemaLook.names())),
			OperatorSteps::look);

	/** Of a namespace. */
	static final Step<String, SummaryRow> SUMMARY = single("summary", ofNamespace(), OperatorSteps::summary);

	static final Step<ClaimKey, ClaimView> FIND_CLAIM = single("find-claim",
			List.of(Field.text("ns", ClaimKey::namespace), Field.text("op", ClaimKey::operation),
					Field.text("k", ClaimKey::key)),
			OperatorSteps::claim);

	static final Step<ClaimQuery, ClaimView> FIND_OPEN_CLAIMS = claims("find-open-claims",
			List.of(new Field<>("after_at", "timestamptz", (query) -> after(query, (view) -> "" + view.claimedAt())),
					Field.number("after_ep", (query) -> after(query, ClaimView::epoch))));

	static final Step<ClaimQuery, ClaimView> FIND_CLAIMS = claims("find-claims",
			List.of(Field.text("after_ns", (query) -> after(query, (view) -> view.key().namespace())),
					Field.text("after_op", (query) -> after(query, (view) -> view.key().operation())),
					Field.text("after_key", (query) -> after(query, (view) -> view.key().key()))));

	static final Step<LeaseQuery, LeasedScope> FIND_LEASES = single("find-leases",
			List.of(Field.text("ns", LeaseQuery::namespace), Field.text("wanted", (query) -> names(query.statuses())),
					Field.text("after_ns", (query) -> after(query, ScopeKey::namespace)),
					Field.text("after_scope", (query) -> after(query, ScopeKey::scope)),
					Field.number("most", (query) -> (long) query.limit())),
			OperatorSteps::lease);

	/** Of a namespace. */
	static final Step<String, OperationName> OPERATIONS = single("operations", ofNamespace(),
			(row) -> new OperationName(row.getString("namespace"), row.getString("operation")));

	private OperatorSteps() {
	}

	/** They are asked one by one: any order will do. */
	static <Q, A> Step<Q, A> single(String name, List<Field<Q>> fields, Step.Reader<A> reader) {
		return new Step<>(name, Comparator.comparingInt(Object::hashCode), fields, reader);
	}

	private static List<Field<String>> ofNamespace() {
		return List.of(Field.text("ns", (namespace) -> namespace));
	}

	private static Step<ClaimQuery, ClaimView> claims(String name, List<Field<ClaimQuery>> after) {
		List<Field<ClaimQuery>> fields = new ArrayList<>();
		fields.add(Field.text("ns", ClaimQuery::namespace));
		fields.add(Field.text("op", ClaimQuery::operation));
		fields.add(Field.text("wanted", (query) -> names(query.statuses())));
		fields.add(Field.number("age", (query) -> query.minimumAge().toMillis()));
		fields.add(Field.number("ep", ClaimQuery::epoch));
		fields.addAll(after);
		fields.add(Field.number("most", (query) -> (long) query.limit()));
		return single(name, List.copyOf(fields), OperatorSteps::claim);
	}

	private static String names(Set<? extends Enum<?>> statuses) {
		return statuses.stream().map(Enum::name).collect(Collectors.joining(","));
	}

	private static @Nullable Object after(ClaimQuery query, Function<ClaimView, Object> part) {
		return (query.after() != null) ? part.apply(query.after()) : null;
	}

	private static @Nullable Object after(LeaseQuery query, Function<ScopeKey, Object> part) {
		return (query.after() != null) ? part.apply(query.after()) : null;
	}

	private static Look look(ResultSet row) throws SQLException {
		Instant now = Objects.requireNonNull(ClaimReader.instant(row, "now"));
		return new Look(new LedgerStatus(row.getInt("version"), now, ClaimReader.instant(row, "oldest_abandoned")),
				row.getInt("sound") == SchemaLook.count());
	}

	private static SummaryRow summary(ResultSet row) throws SQLException {
		return new SummaryRow(row.getString("operation"), row.getLong("running"), row.getLong("abandoned"),
				row.getLong("held"), row.getLong("live"), row.getLong("lapsed"), row.getLong("estimate"));
	}

	private static ClaimView claim(ResultSet row) throws SQLException {
		ClaimKey key = new ClaimKey(row.getString("namespace"), row.getString("operation"), row.getString("key"));
		return new ClaimView(key, ClaimStatus.valueOf(row.getString("status")), ClaimReader.kind(row),
				row.getLong("epoch"), row.getInt("attempts"),
				Objects.requireNonNull(ClaimReader.instant(row, "claimed_at")), ClaimReader.instant(row, "deadline"),
				ClaimReader.instant(row, "expires_at"), row.getString("last_error"), row.getString("instance"),
				row.getString("trace_id"));
	}

	private static LeasedScope lease(ResultSet row) throws SQLException {
		return new LeasedScope(new ScopeKey(row.getString("namespace"), row.getString("scope")),
				LeaseSteps.view(row).orElseThrow());
	}

	/**
	 * A look at the ledger.
	 *
	 * @param status how it is
	 * @param sound whether its schema is what it must be
	 */
	record Look(LedgerStatus status, boolean sound) {
	}

	/**
	 * An operation's open claims, and what is said of the whole namespace.
	 *
	 * @param operation the operation; {@code null} if none has open claims
	 * @param running how many are running
	 * @param abandoned how many lapsed
	 * @param held how many are held
	 * @param liveLeases how many leases are live
	 * @param lapsedLeases how many lapsed
	 * @param rows about how many rows there are
	 */
	record SummaryRow(@Nullable String operation, long running, long abandoned, long held, long liveLeases,
			long lapsedLeases, long rows) {
	}

}
