package io.istos.storage.postgres;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

import io.istos.storage.Acquisition;
import io.istos.storage.LeaseRelease;
import io.istos.storage.LeaseRenewal;
import io.istos.storage.LeaseRequest;
import io.istos.storage.LeaseToken;
import io.istos.storage.ScopeKey;
import io.istos.storage.postgres.Step.Field;

/**
 * The steps of leases. An empty answer means: lost a race, ask again.
 */
final class LeaseSteps {

	static final Step<LeaseRequest, Optional<Acquisition>> ACQUIRE = acquire();

	static final Step<LeaseRenewal, LeaseRenewal.Answer> RENEW = ofToken("renew-lease", LeaseRenewal::token,
			Field.number("ms", (renewal) -> renewal.ttl().toMillis()),
			(row) -> LeaseRenewal.Answer.valueOf(row.getString("answer")));

	static final Step<LeaseRelease, LeaseRelease.Answer> RELEASE = ofToken("release-lease", LeaseRelease::token,
			Field.number("ms", (release) -> release.holdAtLeast().toMillis()),
			(row) -> LeaseRelease.Answer.valueOf(row.getString("answer")));

	private LeaseSteps() {
	}

	private static Step<LeaseRequest, Optional<Acquisition>> acquire() {
		List<Field<LeaseRequest>> fields = keyFields(LeaseRequest::key);
		fields.add(Field.uuid("own", LeaseRequest::owner));
		fields.add(Field.number("ms", (request) -> request.ttl().toMillis()));
		fields.add(Field.text("inst", LeaseRequest::instance));
		return new Step<>("acquire-lease", Comparator.comparing(LeaseRequest::key), List.copyOf(fields),
				LeaseSteps::acquisition);
	}

	private static <Q, A> Step<Q, A> ofToken(String name, Function<Q, LeaseToken> token, Field<Q> last,
			Step.Reader<A> reader) {
		Function<Q, ScopeKey> key = (item) -> token.apply(item).key();
		List<Field<Q>> fields = keyFields(key);
		fields.add(Field.uuid("own", (item) -> token.apply(item).owner()));
		fields.add(Field.number("ep", (item) -> token.apply(item).epoch()));
		fields.add(last);
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
			default -> Optional.empty();
		};
	}

}
