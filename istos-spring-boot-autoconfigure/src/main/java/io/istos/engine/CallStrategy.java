package io.istos.engine;

import org.jspecify.annotations.Nullable;

/**
 * How calls of one durability are executed.
 */
interface CallStrategy {

	@Nullable Object execute(OperationSpec spec, CallRequest request, DurableInvocation.Around around) throws Throwable;

}
