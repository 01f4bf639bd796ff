package io.istos.engine;

import org.jspecify.annotations.Nullable;

/**
 * Untracked calls.
 */
final class AtMostOnce extends PlainCalls {

	@Override
	@Nullable Object run(OperationSpec spec, CallRequest request, DurableInvocation.Around around) throws Throwable {
		return around.run(DurableInvocation.Body::run);
	}

}
