package io.istos.verification.stress;

import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;

import io.istos.storage.Claim;
import io.istos.storage.ClaimRequest;
import io.istos.storage.ClaimToken;
import io.istos.storage.Completion;
import io.istos.storage.LedgerTransaction;
import io.istos.storage.Release;
import io.istos.storage.Renewal;
import io.istos.storage.StoragePlugin;
import io.istos.verification.DelegatingStoragePlugin;

/**
 * The store of a node that freezes: before and after every step. Rows that are given up
 * are up for purging at once.
 */
final class FreezingStoragePlugin extends DelegatingStoragePlugin {

	private final Freezer freezer;

	private final Tally tally;

	FreezingStoragePlugin(StoragePlugin delegate, Freezer freezer, Tally tally) {
		super(delegate);
		this.freezer = freezer;
		this.tally = tally;
	}

	private <R> R frozen(Supplier<R> step) {
		this.freezer.pass();
		R answer = step.get();
		this.freezer.pass();
		return answer;
	}

	@Override
	public Claim claimProcessed(ClaimRequest request) {
		return told(frozen(() -> super.claimProcessed(request)));
	}

	@Override
	public Claim claimProcessed(ClaimRequest request, LedgerTransaction transaction) {
		return told(frozen(() -> super.claimProcessed(request, transaction)));
	}

	private Claim told(Claim claim) {
		this.tally.count("claim " + ((claim.former() != null) ? "TAKEN OVER" : claim.state()));
		return claim;
	}

	@Override
	public boolean lockClaim(ClaimToken token, LedgerTransaction transaction) {
		return frozen(() -> super.lockClaim(token, transaction));
	}

	@Override
	public boolean markProcessed(Completion completion) {
		return frozen(() -> super.markProcessed(completion));
	}

	@Override
	public void markProcessed(List<Completion> completions, LedgerTransaction transaction) {
		frozen(() -> {
			super.markProcessed(completions, transaction);
			return true;
		});
	}

	@Override
	public Release.Answer releaseClaim(Release release) {
		Release shortened = new Release(release.token(), release.target(), release.lastError(), Duration.ofMillis(1));
		Release.Answer answer = frozen(() -> super.releaseClaim(shortened));
		this.tally.count("release " + answer);
		return answer;
	}

	// A claim that is not asked for lapses, whatever is answered.
	@Override
	public List<Renewal.Answer> renewClaims(List<Renewal> renewals) {
		List<Renewal> live = renewals.stream().filter((renewal) -> !isStalled(renewal)).toList();
		Iterator<Renewal.Answer> answers = frozen(() -> super.renewClaims(live)).iterator();
		return renewals.stream()
			.map((renewal) -> live.contains(renewal) ? answers.next() : Renewal.Answer.LOCKED)
			.peek((answer) -> this.tally.count("renewal " + answer))
			.toList();
	}

	private boolean isStalled(Renewal renewal) {
		return this.freezer.isStalled(renewal.token().epoch());
	}

	@Override
	public int purgeClaims(int batchSize) {
		int purged = super.purgeClaims(batchSize);
		this.tally.count("purged", purged);
		return purged;
	}

}
