package io.istos.storage.postgres;

import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

import io.istos.storage.Claim;
import io.istos.storage.ClaimRequest;
import io.istos.storage.Completion;
import io.istos.storage.Release;
import io.istos.storage.Renewal;

/**
 * The steps of claims that are transactions of their own.
 */
final class OwnClaims {

	private final Combiner<ClaimRequest, Optional<Claim>> claims;

	private final Combiner<Completion, Optional<Boolean>> completions;

	private final Combiner<Release, Release.Answer> releases;

	private final BulkStep<Renewal, Renewal.Answer> renewals;

	OwnClaims(OwnSteps steps) {
		this.claims = steps.combined(Steps.CLAIM);
		this.completions = steps.combined(Steps.COMPLETE, (completion) -> completion.outcome().json().length());
		this.releases = steps.combined(Steps.RELEASE);
		this.renewals = steps.renewals(Steps.RENEW);
	}

	int waiting() {
		return this.claims.waiting();
	}

	Optional<Claim> claim(ClaimRequest request) throws SQLException {
		return this.claims.ask(request);
	}

	Optional<Boolean> complete(Completion completion) throws SQLException {
		return this.completions.ask(completion);
	}

	Release.Answer release(Release release) throws SQLException {
		return this.releases.ask(release);
	}

	List<Renewal.Answer> renew(List<Renewal> renewals) throws SQLException {
		return this.renewals.execute(renewals);
	}

}
