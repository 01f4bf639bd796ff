package io.istos.engine;

import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

import io.istos.IstosException;

/**
 * Calls without a claim: they end as their body does.
 */
abstract class PlainCalls implements CallStrategy {

	@Override
	public final @Nullable Object execute(OperationSpec spec, CallSource source, DurableInvocation.Around around,
			Watch<CallOutcome> watch) throws Throwable {
		try {
			Object result = run(spec, source.request(), around);
			if (spec.asynchronous() && result instanceof CompletionStage<?> stage) {
				// The caller gets the very same stage.
				stage.whenComplete((value, failure) -> ended(watch, failure));
			}
			else {
				ended(watch, null);
			}
			return result;
		}
		catch (Throwable ex) {
			ended(watch, ex);
			if (ex instanceof IstosException) {
				return spec.fail(ex);
			}
			throw ex;
		}
	}

	private static void ended(Watch<CallOutcome> watch, @Nullable Throwable failure) {
		watch.ended((failure != null) ? CallOutcome.FAILED : CallOutcome.EXECUTED, failure);
	}

	abstract @Nullable Object run(OperationSpec spec, CallRequest request, DurableInvocation.Around around)
			throws Throwable;

}
