package io.istos.storage.postgres;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Objects;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import io.istos.storage.Claim;
import io.istos.storage.ClaimState;
import io.istos.storage.Outcome;

/**
 * Reads the answer to a claim.
 */
final class ClaimReader {

	static final Duration SOONEST_RETRY = Duration.ofMillis(100);

	private ClaimReader() {
	}

	static Optional<Claim> read(ResultSet row) throws SQLException {
		String answer = row.getString("answer");
		if ("AGAIN".equals(answer)) {
			return Optional.empty();
		}
		ClaimState state = ClaimState.valueOf(answer);
		return Optional.of(new Claim(state, row.getLong("epoch"), row.getInt("attempts"),
				(state == ClaimState.DONE) ? outcome(row) : null,
				(state == ClaimState.IN_FLIGHT) ? retryAfter(row) : null, former(state, row)));
	}

	static Outcome outcome(ResultSet row) throws SQLException {
		return new Outcome(Objects.requireNonNull(kind(row)), row.getString("result"));
	}

	/**
	 * What kind of outcome a row has, if it is done.
	 */
	static Outcome.@Nullable Kind kind(ResultSet row) throws SQLException {
		String letter = row.getString("outcome");
		if (letter == null) {
			return null;
		}
		return switch (letter) {
			case "R" -> Outcome.Kind.RESULT;
			case "X" -> Outcome.Kind.FAILURE;
			case "U" -> Outcome.Kind.UNKNOWN;
			default -> throw new SQLException("No outcome is written '" + letter + "'");
		};
	}

	static Duration retryAfter(ResultSet row) throws SQLException {
		Duration remaining = Duration.ofMillis(row.getLong("retry_after_ms"));
		return (remaining.compareTo(SOONEST_RETRY) > 0) ? remaining : SOONEST_RETRY;
	}

	private static Claim.@Nullable Former former(ClaimState state, ResultSet row) throws SQLException {
		String former = row.getString("former_state");
		Instant claimedAt = instant(row, "former_claimed_at");
		if (former == null || claimedAt == null || (state != ClaimState.CLAIMED && state != ClaimState.ABANDONED)) {
			return null;
		}
		boolean held = "H".equals(former);
		return new Claim.Former(held, claimedAt, held ? null : instant(row, "former_deadline"),
				row.getString("former_instance"), row.getString("last_error"));
	}

	static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
		OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
		return (time != null) ? time.toInstant() : null;
	}

}
