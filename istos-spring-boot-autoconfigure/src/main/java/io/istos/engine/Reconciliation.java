package io.istos.engine;

import java.util.Objects;

import org.jspecify.annotations.Nullable;

import io.istos.Abandoned;
import io.istos.AbandonedException;
import io.istos.AbandonedResolver;
import io.istos.OnAbandoned;
import io.istos.Resolution;
import io.istos.storage.Claim;
import io.istos.storage.ClaimKey;
import io.istos.storage.Outcome;

/**
 * Asks an operation's resolver about an abandoned or held call that was just taken over.
 */
final class Reconciliation {

	private final ExactlyOnce.Tools tools;

	private final OperationSpec spec;

	private final CallRequest request;

	private final HeldClaim claim;

	Reconciliation(ExactlyOnce.Tools tools, OperationSpec spec, CallRequest request, HeldClaim claim) {
		this.tools = tools;
		this.spec = spec;
		this.request = request;
		this.claim = claim;
	}

	/**
	 * Decide whether the body runs.
	 * @return the outcome to replay, or {@code null} to run
	 */
	@Nullable Outcome decide(Claim answer) {
		Claim.Former former = answer.former();
		if (former == null || this.spec.options().onAbandoned() != OnAbandoned.RECONCILE) {
			return null;
		}
		try {
			return apply(resolve(answer, former));
		}
		catch (RuntimeException | Error ex) {
			this.tools.ending().hold(this.spec, this.claim, ex);
			throw ex;
		}
	}

	private Resolution<?> resolve(Claim answer, Claim.Former former) {
		AbandonedResolver<?> resolver = this.tools.resolvers().apply(this.spec.name());
		if (resolver == null) {
			throw new IllegalStateException("Operation '" + this.spec.name()
					+ "' has onAbandoned = RECONCILE, but no AbandonedResolver bean returns this operation");
		}
		ClaimKey key = this.claim.token().key();
		return Objects.requireNonNull(
				resolver.resolve(
						new Abandoned(this.spec.name(), key.key(), Sha256.uuid(key).toString(), answer.attempts() - 1,
								former.claimedAt(), former.deadline(), former.lastError(), this.request.arguments())),
				"An AbandonedResolver returned null");
	}

	private @Nullable Outcome apply(Resolution<?> resolution) {
		if (resolution instanceof Resolution.Completed<?> completed) {
			Outcome outcome = this.spec.result(completed.result());
			this.tools.ending().complete(this.spec, this.claim, outcome);
			return outcome;
		}
		if (resolution instanceof Resolution.Hold<?> hold) {
			throw new AbandonedException("A former call of operation '" + this.spec.name()
					+ "' is held: the method did not run. Its resolver says: " + hold.reason());
		}
		return null;
	}

}
