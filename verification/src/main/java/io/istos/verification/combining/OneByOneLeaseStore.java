package io.istos.verification.combining;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import javax.sql.DataSource;

import io.istos.storage.Acquisition;
import io.istos.storage.LeaseFence;
import io.istos.storage.LeaseRelease;
import io.istos.storage.LeaseRenewal;
import io.istos.storage.LeaseRequest;
import io.istos.storage.LeaseStore;
import io.istos.storage.LeaseToken;
import io.istos.storage.LeaseView;
import io.istos.storage.LedgerTransaction;
import io.istos.storage.ScopeKey;
import io.istos.storage.StateWrite;

/**
 * Sends the statements of the PostgreSQL adapter, frame and all, each at once and alone
 * over a pool. Knows acquisitions and releases only.
 */
final class OneByOneLeaseStore implements LeaseStore {

	private final RecordedStatement acquire;

	private final RecordedStatement release;

	OneByOneLeaseStore(DataSource pool, String acquire, String release) {
		this.acquire = new RecordedStatement(pool, acquire);
		this.release = new RecordedStatement(pool, release);
	}

	@Override
	public Acquisition acquire(LeaseRequest request) {
		Map<String, Object> values = keyed(request.key());
		values.put("own", request.owner());
		values.put("ms", request.ttl().toMillis());
		values.put("inst", request.instance());
		values.put("steal", request.steal());
		return this.acquire.execute(values, (row) -> {
			if (!"GRANTED".equals(row.getString("answer"))) {
				throw new IllegalStateException(row.getString("answer"));
			}
			return new Acquisition(new Acquisition.Granted(row.getLong("epoch"), row.getBoolean("taken_over"),
					row.getString("state"), row.getLong("version")), null);
		});
	}

	@Override
	public LeaseRelease.Answer releaseLease(LeaseRelease release) {
		Map<String, Object> values = keyed(release.token().key());
		values.put("own", release.token().owner());
		values.put("ep", release.token().epoch());
		values.put("ms", release.holdAtLeast().toMillis());
		return this.release.execute(values, (row) -> LeaseRelease.Answer.valueOf(row.getString("answer")));
	}

	private static Map<String, Object> keyed(ScopeKey key) {
		return new HashMap<>(Map.of("ns", key.namespace(), "scope", key.scope()));
	}

	@Override
	public List<LeaseRenewal.Answer> renewLeases(List<LeaseRenewal> renewals) {
		throw new UnsupportedOperationException();
	}

	@Override
	public Optional<LeaseView> findLease(ScopeKey key) {
		throw new UnsupportedOperationException();
	}

	@Override
	public StateWrite.Answer writeState(StateWrite write) {
		throw new UnsupportedOperationException();
	}

	@Override
	public boolean holds(LeaseToken token) {
		throw new UnsupportedOperationException();
	}

	@Override
	public boolean holdForUpdate(LeaseToken token, LedgerTransaction transaction) {
		throw new UnsupportedOperationException();
	}

	@Override
	public void fence(List<LeaseFence> fences, LedgerTransaction transaction) {
		throw new UnsupportedOperationException();
	}

}
