package io.istos.storage.postgres;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import io.istos.storage.Acquisition;
import io.istos.storage.LeaseRelease;
import io.istos.storage.LeaseRenewal;
import io.istos.storage.LeaseRequest;
import io.istos.storage.LeaseToken;
import io.istos.storage.LeaseView;
import io.istos.storage.ScopeKey;
import io.istos.storage.StateWrite;
import io.istos.storage.postgres.Step.Field;

/**
 * The steps of leases. An empty answer means: lost a race, ask again.
 */
final class LeaseSteps {

	static final Step<LeaseRequest, Optional<Acquisition>> ACQUIRE = acquire();

	static final Step<LeaseRenewal, LeaseRenewal.Answer> RENEW = ofToken("renew-lease", LeaseRenewal::token,
			List.of(Field.number("ms", (renewal) -> renewal.ttl().toMillis())),
			(row) -> LeaseRenewal.Answer.valueOf(row.getString("answer")));

	static final Step<LeaseRelease, LeaseRelease.Answer> RELEASE = ofToken("release-lease", LeaseRelease::token,
			List.of(Field.number("ms", (release) -> release.holdAtLeast().toMillis())),
			(row) -> LeaseRelease.Answer.valueOf(row.getString("answer")));

	static final Step<ScopeKey, Optional<LeaseView>> FIND = new Step<>("find-lease", Comparator.naturalOrder(),
			List.copyOf(keyFields(Function.identity())), LeaseSteps::view);

	static final Step<StateWrite, Optional<StateWrite.Answer>> WRITE_STATE = ofToken("write-state", StateWrite::token,
			List.of(Field.number("ver", StateWrite::version), Field.flag("rep", (write) -> write.change().replace()),
					Field.text("next", (write) -> write.change().state()),
					Field.number("ms", (write) -> millis(write.ttl())), Field.flag("rel", StateWrite::release)),
			LeaseSteps::written);

	private LeaseSteps() {
	}

	private static Step<LeaseRequest, Optional<Acquisition>> acquire() {
		List<Field<LeaseRequest>> fields = keyFields(LeaseRequest::key);
		fields.add(Field.uuid("own", LeaseRequest::owner));
		fields.add(Field.number("ms", (request) -> request.ttl().toMillis()));
		fields.add(Field.text("inst", LeaseRequest::instance));
		fields.add(Field.flag("steal", LeaseRequest::steal));
		fields.add(Field.number("base",
				(request) -> (request.transition() != null) ? request.transition().version() : null));
		fields
			.add(Field.text("next", (request) -> (request.transition() != null) ? request.transition().state() : null));
		return new Step<>("acquire-lease", Comparator.comparing(LeaseRequest::key), List.copyOf(fields),
				LeaseSteps::acquisition);
	}

	private static <Q, A> Step<Q, A> ofToken(String name, Function<Q, LeaseToken> token, List<Field<Q>> more,
			Step.Reader<A> reader) {
		Function<Q, ScopeKey> key = (item) -> token.apply(item).key();
		List<Field<Q>> fields = keyFields(key);
		fields.add(Field.uuid("own", (item) -> token.apply(item).owner()));
		fields.add(Field.number("ep", (item) -> token.apply(item).epoch()));
		fields.addAll(more);
		return new Step<>(name, Comparator.comparing(key), List.copyOf(fields), reader);
	}

	private static <Q> List<Field<Q>> keyFields(Function<Q, ScopeKey> key) {
		List<Field<Q>> fields = new ArrayList<>();
		fields.add(Field.text("ns", (item) -> key.apply(item).namespace()));
		fields.add(Field.text("scope", (item) -> key.apply(item).scope()));
		return fields;
	}

	private static Optional<Acquisition> acquisition(ResultSet row) throws SQLException {
		return switch (row.getString("answer")) {
			case "GRANTED" -> Optional.of(new Acquisition(new Acquisition.Granted(row.getLong("epoch"),
					row.getBoolean("taken_over"), row.getString("state"), row.getLong("version")), null));
			case "BUSY" -> Optional.of(new Acquisition(null, ClaimReader.retryAfter(row)));
			case "CHANGED" -> Optional.of(new Acquisition(null, null, true));
			default -> Optional.empty();
		};
	}

	static Optional<LeaseView> view(ResultSet row) throws SQLException {
		Instant deadline = ClaimReader.instant(row, "deadline");
		Instant acquiredAt = ClaimReader.instant(row, "acquired_at");
		if (deadline == null || acquiredAt == null) {
			return Optional.empty();
		}
		Duration remaining = Duration.of(row.getLong("remaining_micros"), ChronoUnit.MICROS);
		return Optional.of(new LeaseView(row.getObject("owner", UUID.class), row.getLong("epoch"), remaining, deadline,
				acquiredAt, row.getString("instance"), row.getString("state"), row.getLong("version")));
	}

	private static Optional<StateWrite.Answer> written(ResultSet row) throws SQLException {
		String answer = row.getString("answer");
		return "AGAIN".equals(answer) ? Optional.empty()
				: Optional.of(new StateWrite.Answer(StateWrite.Result.valueOf(answer), row.getString("state"),
						row.getLong("version")));
	}

	private static @Nullable Long millis(@Nullable Duration duration) {
		return (duration != null) ? duration.toMillis() : null;
	}

}
