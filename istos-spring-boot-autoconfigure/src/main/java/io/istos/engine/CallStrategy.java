package io.istos.engine;

import org.jspecify.annotations.Nullable;

/**
 * How calls of one durability are executed.
 */
interface CallStrategy {

	/**
	 * Execute a call.
	 * @param watch is told what comes of it, but not that it returns
	 */
	@Nullable Object execute(OperationSpec spec, CallSource source, DurableInvocation.Around around, Watch<CallOutcome> watch)
			throws Throwable;

}
