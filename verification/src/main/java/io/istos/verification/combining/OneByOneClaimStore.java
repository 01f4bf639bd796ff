package io.istos.verification.combining;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;

import io.istos.storage.Claim;
import io.istos.storage.ClaimKey;
import io.istos.storage.ClaimRequest;
import io.istos.storage.ClaimState;
import io.istos.storage.ClaimStore;
import io.istos.storage.ClaimToken;
import io.istos.storage.Completion;
import io.istos.storage.LedgerTransaction;
import io.istos.storage.Outcome;
import io.istos.storage.Release;
import io.istos.storage.Renewal;
import io.istos.storage.TakeOver;

/**
 * Sends the statements of the PostgreSQL adapter, frame and all, each at once and alone
 * over a pool. Knows claims and completions only.
 */
final class OneByOneClaimStore implements ClaimStore {

	private static final Pattern PARAMETER = Pattern.compile("\\?::\\w+ AS (\\w+)");

	private final DataSource pool;

	private final Template claim;

	private final Template complete;

	OneByOneClaimStore(DataSource pool, String claim, String complete) {
		this.pool = pool;
		this.claim = Template.of(claim);
		this.complete = Template.of(complete);
	}

	@Override
	public Claim claimProcessed(ClaimRequest request) {
		Map<String, Object> values = keyed(request.key());
		values.put("own", request.owner());
		values.put("ms", request.lease().toMillis());
		values.put("lapsed", request.takeOver() != TakeOver.NONE);
		values.put("held", request.takeOver() == TakeOver.LAPSED_AND_HELD);
		values.put("tx", false);
		return this.claim.execute(this.pool, values, (row) -> new Claim(ClaimState.valueOf(row.getString("answer")),
				row.getLong("epoch"), row.getInt("attempts"), null, null, null));
	}

	@Override
	public boolean markProcessed(Completion completion) {
		Map<String, Object> values = keyed(completion.token().key());
		values.put("own", completion.token().owner());
		values.put("ep", completion.token().epoch());
		values.put("outcome", (completion.outcome().kind() == Outcome.Kind.RESULT) ? "R" : "X");
		values.put("result", completion.outcome().json());
		values.put("ms", completion.retention().toMillis());
		return this.complete.execute(this.pool, values, (row) -> "DONE".equals(row.getString("answer")));
	}

	private static Map<String, Object> keyed(ClaimKey key) {
		return new HashMap<>(Map.of("ns", key.namespace(), "op", key.operation(), "k", key.key()));
	}

	@Override
	public Claim claimProcessed(ClaimRequest request, LedgerTransaction transaction) {
		throw new UnsupportedOperationException();
	}

	@Override
	public boolean lockClaim(ClaimToken token, LedgerTransaction transaction) {
		throw new UnsupportedOperationException();
	}

	@Override
	public void markProcessed(List<Completion> completions, LedgerTransaction transaction) {
		throw new UnsupportedOperationException();
	}

	@Override
	public Release.Answer releaseClaim(Release release) {
		throw new UnsupportedOperationException();
	}

	@Override
	public List<Renewal.Answer> renewClaims(List<Renewal> renewals) {
		throw new UnsupportedOperationException();
	}

	@Override
	public Optional<Outcome> checkProcessed(ClaimKey key) {
		throw new UnsupportedOperationException();
	}

	@Override
	public int purgeClaims(int batchSize) {
		throw new UnsupportedOperationException();
	}

	@Override
	public boolean readsFromSnapshot(LedgerTransaction transaction) {
		throw new UnsupportedOperationException();
	}

	/**
	 * A statement and the names of its parameters, in order.
	 */
	private record Template(String sql, List<String> parameters) {

		static Template of(String sql) {
			List<String> parameters = new ArrayList<>();
			Matcher matcher = PARAMETER.matcher(sql);
			while (matcher.find()) {
				parameters.add(matcher.group(1));
			}
			return new Template(sql, parameters);
		}

		<R> R execute(DataSource pool, Map<String, Object> values, Reader<R> reader) {
			try (Connection connection = pool.getConnection();
					PreparedStatement statement = connection.prepareStatement(this.sql)) {
				for (int i = 0; i < this.parameters.size(); i++) {
					set(statement, i + 1, values.get(this.parameters.get(i)));
				}
				return read(statement, reader);
			}
			catch (SQLException ex) {
				throw new IllegalStateException(ex);
			}
		}

		private static void set(PreparedStatement statement, int index, @Nullable Object value) throws SQLException {
			if (value instanceof Long number) {
				statement.setLong(index, number);
			}
			else if (value instanceof Boolean flag) {
				statement.setBoolean(index, flag);
			}
			else if (value instanceof String text) {
				statement.setString(index, text);
			}
			else if (value != null) {
				statement.setObject(index, value);
			}
			else {
				statement.setString(index, null);
			}
		}

		// The frame around the statement has results too; only the statement's has
		// answers.
		private static <R> R read(PreparedStatement statement, Reader<R> reader) throws SQLException {
			R answer = null;
			for (boolean rows = statement.execute(); rows
					|| statement.getUpdateCount() >= 0; rows = statement.getMoreResults()) {
				if (rows && statement.getMetaData() != null) {
					answer = read(statement.getResultSet(), reader, answer);
				}
			}
			if (answer == null) {
				throw new SQLException("No answer");
			}
			return answer;
		}

		private static <R> @Nullable R read(ResultSet rows, Reader<R> reader, @Nullable R former) throws SQLException {
			if (!rows.getMetaData().getColumnLabel(2).equals("answer") || !rows.next()) {
				return former;
			}
			return reader.read(rows);
		}

	}

	/**
	 * Reads an answer.
	 *
	 * @param <R> the answer
	 */
	private interface Reader<R> {

		R read(ResultSet row) throws SQLException;

	}

}
