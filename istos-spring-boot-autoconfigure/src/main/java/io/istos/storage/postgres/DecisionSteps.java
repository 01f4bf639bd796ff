package io.istos.storage.postgres;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.istos.storage.ClaimDecision;
import io.istos.storage.ClaimDecision.Verdict;
import io.istos.storage.ClaimKey;
import io.istos.storage.DecisionAnswer;
import io.istos.storage.OperatorStore.LogWalk;
import io.istos.storage.OperatorStore.OperationName;
import io.istos.storage.ScopeKey;
import io.istos.storage.postgres.Step.Field;

/**
 * What people decide.
 */
final class DecisionSteps {

	static final Step<ClaimDecision, DecisionAnswer> DECIDE = ofClaim("decide",
			List.of(Field.text("target", (decision) -> (decision.verdict() == Verdict.COMPLETE) ? "D" : "F"),
					Field.text("outcome",
							(decision) -> (decision.outcome() != null) ? Steps.letter(decision.outcome()) : null),
					Field.text("result", (decision) -> (decision.outcome() != null) ? decision.outcome().json() : null),
					Field.number("ms", (decision) -> decision.retention().toMillis())));

	static final Step<ClaimDecision, DecisionAnswer> FORGET = ofClaim("forget", List.of());

	static final Step<Prefix, Integer> FORGET_CLAIMS = OperatorSteps.single("forget-claims", ofPrefix("audit", "text"),
			(row) -> row.getInt("forgotten"));

	static final Step<Prefix, LogWalk> FORGET_LOG = OperatorSteps.single("forget-log", ofPrefix("before_id", "bigint"),
			DecisionSteps::walk);

	static final Step<Finished, Entered> IMPORT = new Step<>("import-finished", Comparator.comparing(Finished::key),
			List.of(Field.text("ns", (finished) -> finished.key().namespace()),
					Field.text("op", (finished) -> finished.key().operation()),
					Field.text("k", (finished) -> finished.key().key()),
					Field.number("ms", (finished) -> finished.retention().toMillis()),
					Field.text("audit", Finished::audit)),
			(row) -> Entered.valueOf(row.getString("answer")));

	static final Step<Ending, DecisionAnswer> END_LEASE = OperatorSteps.single("end-lease",
			List.of(Field.text("ns", (ending) -> ending.key().namespace()),
					Field.text("scope", (ending) -> ending.key().scope()), Field.number("ep", Ending::epoch),
					Field.text("audit", Ending::audit)),
			DecisionSteps::answer);

	private DecisionSteps() {
	}

	private static Step<ClaimDecision, DecisionAnswer> ofClaim(String name, List<Field<ClaimDecision>> more) {
		List<Field<ClaimDecision>> fields = new ArrayList<>();
		fields.add(Field.text("ns", (decision) -> decision.key().namespace()));
		fields.add(Field.text("op", (decision) -> decision.key().operation()));
		fields.add(Field.text("k", (decision) -> decision.key().key()));
		fields.add(Field.number("ep", ClaimDecision::epoch));
		fields.add(Field.text("audit", ClaimDecision::audit));
		fields.addAll(more);
		return OperatorSteps.single(name, List.copyOf(fields), DecisionSteps::answer);
	}

	private static List<Field<Prefix>> ofPrefix(String more, String type) {
		return List.of(Field.text("ns", (prefix) -> prefix.operation().namespace()),
				Field.text("op", (prefix) -> prefix.operation().operation()), Field.text("low", Prefix::low),
				Field.text("high", Prefix::high), Field.number("most", (prefix) -> (long) prefix.batchSize()),
				new Field<>(more, type, Prefix::more));
	}

	private static DecisionAnswer answer(ResultSet row) throws SQLException {
		return DecisionAnswer.valueOf(row.getString("answer"));
	}

	private static LogWalk walk(ResultSet row) throws SQLException {
		return new LogWalk(row.getInt("deleted"), row.getObject("before_id", Long.class));
	}

	/**
	 * A key whose call finished elsewhere.
	 *
	 * @param key the key
	 * @param retention how long to remember it
	 * @param audit what to append to the event log; the first key of all has it
	 */
	record Finished(ClaimKey key, Duration retention, @Nullable String audit) {
	}

	/**
	 * What became of such a key.
	 */
	enum Entered {

		NEW, KNOWN, AGAIN

	}

	/**
	 * A batch of what begins with a prefix.
	 *
	 * @param operation the operation
	 * @param low the prefix
	 * @param batchSize how large the batch is at most
	 * @param more what else the step needs: text, or a number
	 */
	record Prefix(OperationName operation, String low, int batchSize, @Nullable Object more) {

		/**
		 * The least text, by its bytes, that is greater than all that begin with the
		 * prefix.
		 */
		String high() {
			int start = this.low.offsetByCodePoints(this.low.length(), -1);
			int next = this.low.codePointAt(start) + 1;
			if (next > Character.MAX_CODE_POINT) {
				return this.low + this.low.substring(start).repeat(ClaimKey.MAX_KEY_LENGTH);
			}
			return this.low.substring(0, start)
					+ Character.toString((next == Character.MIN_SURROGATE) ? Character.MAX_SURROGATE + 1 : next);
		}

	}

	/**
	 * The end of a lease.
	 *
	 * @param key the scope
	 * @param epoch the epoch that the decision is about, if any
	 * @param audit what to append to the event log
	 */
	record Ending(ScopeKey key, @Nullable Long epoch, String audit) {
	}

}
