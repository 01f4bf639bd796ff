package io.istos.engine;

import org.jspecify.annotations.Nullable;

/**
 * Untracked calls.
 */
final class AtMostOnce implements CallStrategy {

	@Override
	public @Nullable Object execute(OperationSpec spec, CallRequest request, DurableInvocation.Around around)
			throws Throwable {
		return around.run(DurableInvocation.Body::run);
	}

}
