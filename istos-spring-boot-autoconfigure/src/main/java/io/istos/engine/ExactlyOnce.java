package io.istos.engine;

import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.istos.AbandonedResolver;
import io.istos.IstosException;
import io.istos.storage.ClaimKey;
import io.istos.storage.ClaimRequest;
import io.istos.storage.ClaimStore;
import io.istos.storage.Outcome;
import io.istos.storage.TakeOver;
import io.istos.transaction.LedgerTransactions;
import io.istos.transaction.OpenTransaction;

/**
 * Calls with one outcome per key. Decides, before anything runs, whether and where a call
 * may be claimed; {@link ExactlyOnceCall} does the rest.
 */
final class ExactlyOnce implements CallStrategy {

	private final Tools tools;

	ExactlyOnce(Tools tools) {
		this.tools = tools;
	}

	@Override
	public @Nullable Object execute(OperationSpec spec, CallSource source, DurableInvocation.Around around,
			Watch<CallOutcome> watch) throws Throwable {
		try {
			return doExecute(spec, source, around, watch);
		}
		catch (IstosException ex) {
			return spec.fail(ex);
		}
	}

	private @Nullable Object doExecute(OperationSpec spec, CallSource source, DurableInvocation.Around around,
			Watch<CallOutcome> watch) throws Throwable {
		Admission admission;
		try {
			admission = admit(spec, source.request());
		}
		catch (Throwable ex) {
			watch.ended(CallOutcome.refused(ex), ex);
			throw ex;
		}
		if (admission.known() != null) {
			watch.ended(CallOutcome.REPLAYED, null);
			return spec.replay(admission.known());
		}
		CallClaim claim = new CallClaim(this.tools, spec, claimRequest(spec, admission.request(), admission.key()));
		return new ExactlyOnceCall(this.tools, spec, admission.request(), claim, admission.callers(), watch)
			.execute(around);
	}

	private Admission admit(OperationSpec spec, CallRequest request) {
		ClaimKey key = this.tools.keys().resolve(spec.name(), request.key());
		this.tools.stack().refuseRecursion(key);
		OpenTransaction callers = TransactionRules.callers(this.tools.transactions(), spec, request);
		if (callers == null) {
			return new Admission(request, key, null, null);
		}
		Attempt earlier = CallsInTransaction.of(callers, this.tools.store()).find(key);
		if (earlier != null && earlier.call().isDecidedBy(earlier)) {
			return new Admission(request, key, callers, earlier.call().known(earlier, request.fingerprint()));
		}
		if (earlier != null) {
			earlier.call().transactionEnded(earlier);
		}
		TransactionRules.refuseSnapshot(this.tools.store(), spec, callers);
		return new Admission(request, key, callers, null);
	}

	private ClaimRequest claimRequest(OperationSpec spec, CallRequest request, ClaimKey key) {
		TakeOver takeOver = switch (spec.options().onAbandoned()) {
			case RERUN -> TakeOver.LAPSED;
			case HOLD -> TakeOver.NONE;
			case RECONCILE -> TakeOver.LAPSED_AND_HELD;
		};
		return new ClaimRequest(key, UUID.randomUUID(), request.fingerprint(), spec.lease(), takeOver,
				this.tools.instance(), this.tools.traceId().get());
	}

	/**
	 * What every call needs.
	 *
	 * @param store the store
	 * @param transactions knows the transaction that is open on the ledger
	 * @param keys builds claim keys
	 * @param claimer claims in own transactions
	 * @param ending ends claims in own transactions
	 * @param renewals renews claims
	 * @param running the calls of this process
	 * @param stack the calls of the thread
	 * @param ticker the monotonic clock
	 * @param resolvers finds the resolver of an operation
	 * @param instance names this process
	 * @param traceId names the trace of the current thread
	 * @param listener is told what happens
	 */
	record Tools(ClaimStore store, LedgerTransactions transactions, CallKeys keys, Claimer claimer, Ending ending,
			Renewals renewals, RunningCalls running, CallStack stack, Ticker ticker,
			Function<String, @Nullable AbandonedResolver<?>> resolvers, String instance,
			Supplier<@Nullable String> traceId, EngineListener listener) {
	}

	/**
	 * A call that may be claimed, unless the caller's transaction knows its outcome.
	 *
	 * @param request the request
	 * @param key the key
	 * @param callers the caller's transaction, if there is one on the ledger
	 * @param known what that transaction is going to complete the call with, if it is
	 */
	private record Admission(CallRequest request, ClaimKey key, @Nullable OpenTransaction callers,
			@Nullable Outcome known) {
	}

}
