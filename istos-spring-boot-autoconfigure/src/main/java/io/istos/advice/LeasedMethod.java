package io.istos.advice;

import io.istos.engine.LeaseCall;
import io.istos.engine.LeaseOptions;

/**
 * A leased method, read once: what its annotation says, checked.
 *
 * @param source where it was found
 * @param scope names the scope of its calls
 * @param options how the scope is leased
 * @param busy answers if the scope is busy
 * @param asynchronous whether it works until the stage that it returns completes
 */
record LeasedMethod(MethodSource source, ScopeText scope, LeaseOptions options, LeaseCall.Busy busy,
		boolean asynchronous) {
}
