package io.istos.storage.postgres;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

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
 * The steps of the protocol. An empty answer means: lost a race, ask again.
 */
final class Steps {

	static final Step<ClaimRequest, Optional<Claim>> CLAIM = claim(false);

	static final Step<ClaimRequest, Optional<Claim>> CLAIM_IN_TRANSACTION = claim(true);

	static final Step<Completion, Optional<Boolean>> COMPLETE = ofToken("complete", Completion::token,
			List.of(text("outcome", (completion) -> letter(completion.outcome())),
					text("result", (completion) -> completion.outcome().json()),
					number("ms", (completion) -> completion.retention().toMillis())),
			Steps::completed);

	static final Step<Release, Release.Answer> RELEASE = ofToken("release", Release::token,
			List.of(text("target", (release) -> (release.target() == Release.Target.FREE) ? "F" : "H"),
					text("err", Release::lastError), number("ms", (release) -> release.retention().toMillis())),
			(row) -> Release.Answer.valueOf(row.getString("answer")));

	static final Step<Renewal, Renewal.Answer> RENEW = ofToken("renew", Renewal::token,
			List.of(number("ms", (renewal) -> renewal.lease().toMillis())),
			(row) -> Renewal.Answer.valueOf(row.getString("answer")));

	private Steps() {
	}

	static String letter(Outcome outcome) {
		return (outcome.kind() == Outcome.Kind.RESULT) ? "R" : "X";
	}

	private static Step<ClaimRequest, Optional<Claim>> claim(boolean inTransaction) {
		List<Field<ClaimRequest>> fields = keyFields(ClaimRequest::key);
		fields.add(new Field<>("own", "uuid", ClaimRequest::owner));
		fields.add(text("fp", ClaimRequest::fingerprint));
		fields.add(number("ms", (request) -> request.lease().toMillis()));
		fields.add(flag("lapsed", (request) -> inTransaction || request.takeOver() != TakeOver.NONE));
		fields.add(flag("held", (request) -> !inTransaction && request.takeOver() == TakeOver.LAPSED_AND_HELD));
		fields.add(flag("tx", (request) -> inTransaction));
		fields.add(text("inst", ClaimRequest::instance));
		fields.add(text("trace", ClaimRequest::traceId));
		return new Step<>("claim", ClaimRequest::key, List.copyOf(fields), ClaimReader::read);
	}

	private static <Q, A> Step<Q, A> ofToken(String name, Function<Q, ClaimToken> token, List<Field<Q>> more,
			Step.Reader<A> reader) {
		Function<Q, ClaimKey> key = (item) -> token.apply(item).key();
		List<Field<Q>> fields = keyFields(key);
		fields.add(new Field<>("own", "uuid", (item) -> token.apply(item).owner()));
		fields.add(number("ep", (item) -> token.apply(item).epoch()));
		fields.addAll(more);
		return new Step<>(name, key, List.copyOf(fields), reader);
	}

	private static <Q> List<Field<Q>> keyFields(Function<Q, ClaimKey> key) {
		List<Field<Q>> fields = new ArrayList<>();
		fields.add(text("ns", (item) -> key.apply(item).namespace()));
		fields.add(text("op", (item) -> key.apply(item).operation()));
		fields.add(text("k", (item) -> key.apply(item).key()));
		return fields;
	}

	private static <Q> Field<Q> text(String name, Function<Q, @Nullable Object> value) {
		return new Field<>(name, "text", value);
	}

	private static <Q> Field<Q> number(String name, Function<Q, @Nullable Object> value) {
		return new Field<>(name, "bigint", value);
	}

	private static <Q> Field<Q> flag(String name, Function<Q, @Nullable Object> value) {
		return new Field<>(name, "boolean", value);
	}

	private static Optional<Boolean> completed(ResultSet row) throws SQLException {
		return switch (row.getString("answer")) {
			case "DONE" -> Optional.of(true);
			case "LOST" -> Optional.of(false);
			default -> Optional.empty();
		};
	}

}
