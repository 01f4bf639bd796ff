package io.istos.storage.postgres;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

import io.istos.storage.Claim;
import io.istos.storage.ClaimKey;
import io.istos.storage.ClaimRequest;
import io.istos.storage.ClaimToken;
import io.istos.storage.Completion;
import io.istos.storage.Outcome;
import io.istos.storage.Release;
import io.istos.storage.Renewal;
import io.istos.storage.TakeOver;
import io.istos.storage.postgres.Step.Field;

/**
 * The steps of claims. An empty answer means: lost a race, ask again.
 */
final class Steps {

	static final Step<ClaimRequest, Optional<Claim>> CLAIM = claim(false);

	static final Step<ClaimRequest, Optional<Claim>> CLAIM_IN_TRANSACTION = claim(true);

	static final Step<Completion, Optional<Boolean>> COMPLETE = ofToken("complete", Completion::token,
			List.of(Field.text("outcome", (completion) -> letter(completion.outcome())),
					Field.text("result", (completion) -> completion.outcome().json()),
					Field.number("ms", (completion) -> completion.retention().toMillis())),
			Steps::completed);

	static final Step<Release, Release.Answer> RELEASE = ofToken("release", Release::token,
			List.of(Field.text("target", (release) -> (release.target() == Release.Target.FREE) ? "F" : "H"),
					Field.text("err", Release::lastError),
					Field.number("ms", (release) -> release.retention().toMillis())),
			(row) -> Release.Answer.valueOf(row.getString("answer")));

	static final Step<Renewal, Renewal.Answer> RENEW = ofToken("renew", Renewal::token,
			List.of(Field.number("ms", (renewal) -> renewal.lease().toMillis())),
			(row) -> Renewal.Answer.valueOf(row.getString("answer")));

	private Steps() {
	}

	static String letter(Outcome outcome) {
		return switch (outcome.kind()) {
			case RESULT -> "R";
			case FAILURE -> "X";
			case UNKNOWN -> "U";
		};
	}

	private static Step<ClaimRequest, Optional<Claim>> claim(boolean inTransaction) {
		List<Field<ClaimRequest>> fields = keyFields(ClaimRequest::key);
		fields.add(Field.uuid("own", ClaimRequest::owner));
		fields.add(Field.text("fp", ClaimRequest::fingerprint));
		fields.add(Field.number("ms", (request) -> request.lease().toMillis()));
		fields.add(Field.flag("lapsed", (request) -> inTransaction || request.takeOver() != TakeOver.NONE));
		fields.add(Field.flag("held", (request) -> !inTransaction && request.takeOver() == TakeOver.LAPSED_AND_HELD));
		fields.add(Field.flag("tx", (request) -> inTransaction));
		fields.add(Field.text("inst", ClaimRequest::instance));
		fields.add(Field.text("trace", ClaimRequest::traceId));
		return new Step<>("claim", Comparator.comparing(ClaimRequest::key), List.copyOf(fields), ClaimReader::read);
	}

	private static <Q, A> Step<Q, A> ofToken(String name, Function<Q, ClaimToken> token, List<Field<Q>> more,
			Step.Reader<A> reader) {
		Function<Q, ClaimKey> key = (item) -> token.apply(item).key();
		List<Field<Q>> fields = keyFields(key);
		fields.add(Field.uuid("own", (item) -> token.apply(item).owner()));
		fields.add(Field.number("ep", (item) -> token.apply(item).epoch()));
		fields.addAll(more);
		return new Step<>(name, Comparator.comparing(key), List.copyOf(fields), reader);
	}

	private static <Q> List<Field<Q>> keyFields(Function<Q, ClaimKey> key) {
		List<Field<Q>> fields = new ArrayList<>();
		fields.add(Field.text("ns", (item) -> key.apply(item).namespace()));
		fields.add(Field.text("op", (item) -> key.apply(item).operation()));
		fields.add(Field.text("k", (item) -> key.apply(item).key()));
		return fields;
	}

	private static Optional<Boolean> completed(ResultSet row) throws SQLException {
		return switch (row.getString("answer")) {
			case "DONE" -> Optional.of(true);
			case "LOST" -> Optional.of(false);
			default -> Optional.empty();
		};
	}

}
