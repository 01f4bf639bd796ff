package io.istos.verification.app;

import java.util.List;

import io.istos.storage.Acquisition;
import io.istos.storage.Claim;
import io.istos.storage.ClaimRequest;
import io.istos.storage.ClaimState;
import io.istos.storage.Completion;
import io.istos.storage.LeaseFence;
import io.istos.storage.LeaseRequest;
import io.istos.storage.LedgerTransaction;
import io.istos.storage.StoragePlugin;
import io.istos.verification.DelegatingStoragePlugin;

/**
 * Tells of the steps that happen in the store.
 */
final class SteppingStoragePlugin extends DelegatingStoragePlugin {

	private final Steps steps;

	SteppingStoragePlugin(StoragePlugin delegate, Steps steps) {
		super(delegate);
		this.steps = steps;
	}

	@Override
	public Claim claimProcessed(ClaimRequest request) {
		return told(request, super.claimProcessed(request));
	}

	@Override
	public Claim claimProcessed(ClaimRequest request, LedgerTransaction transaction) {
		return told(request, super.claimProcessed(request, transaction));
	}

	private Claim told(ClaimRequest request, Claim claim) {
		if (claim.state() == ClaimState.CLAIMED) {
			this.steps.reach(request.key().key(), Step.CLAIMED);
		}
		return claim;
	}

	@Override
	public void markProcessed(List<Completion> completions, LedgerTransaction transaction) {
		tell(completions, Step.COMPLETING);
		super.markProcessed(completions, transaction);
		tell(completions, Step.COMPLETED);
	}

	private void tell(List<Completion> completions, Step step) {
		completions.forEach((completion) -> this.steps.reach(completion.token().key().key(), step));
	}

	@Override
	public Acquisition acquire(LeaseRequest request) {
		Acquisition acquisition = super.acquire(request);
		if (acquisition.granted() != null) {
			this.steps.reach(request.key().scope(), Step.CLAIMED);
		}
		return acquisition;
	}

	@Override
	public void fence(List<LeaseFence> fences, LedgerTransaction transaction) {
		tellOfFences(fences, Step.COMPLETING);
		super.fence(fences, transaction);
		tellOfFences(fences, Step.COMPLETED);
	}

	private void tellOfFences(List<LeaseFence> fences, Step step) {
		fences.forEach((fence) -> this.steps.reach(fence.token().key().scope(), step));
	}

}
