package io.istos.verification.combining;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import javax.sql.DataSource;

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

	private final RecordedStatement claim;

	private final RecordedStatement complete;

	OneByOneClaimStore(DataSource pool, String claim, String complete) {
		this.claim = new RecordedStatement(pool, claim);
		this.complete = new RecordedStatement(pool, complete);
	}

	@Override
	public Claim claimProcessed(ClaimRequest request) {
		Map<String, Object> values = keyed(request.key());
		values.put("own", request.owner());
		values.put("ms", request.lease().toMillis());
		values.put("lapsed", request.takeOver() != TakeOver.NONE);
		values.put("held", request.takeOver() == TakeOver.LAPSED_AND_HELD);
		values.put("tx", false);
		return this.claim.execute(values, (row) -> new Claim(ClaimState.valueOf(row.getString("answer")),
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
		return this.complete.execute(values, (row) -> "DONE".equals(row.getString("answer")));
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

}
