package io.istos.engine;

import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.istos.AbandonedResolver;
import io.istos.Boundary;
import io.istos.IstosException;
import io.istos.TransactionRequiredException;
import io.istos.storage.ClaimKey;
import io.istos.storage.ClaimRequest;
import io.istos.storage.ClaimStore;
import io.istos.storage.TakeOver;
import io.istos.transaction.ExpectedTransaction;
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
	public @Nullable Object execute(OperationSpec spec, CallRequest request, DurableInvocation.Around around)
			throws Throwable {
		try {
			return doExecute(spec, request, around);
		}
		catch (IstosException ex) {
			return spec.fail(ex);
		}
	}

	private @Nullable Object doExecute(OperationSpec spec, CallRequest request, DurableInvocation.Around around)
			throws Throwable {
		ClaimKey key = this.tools.keys().resolve(spec.name(), request.key());
		this.tools.stack().refuseRecursion(key);
		OpenTransaction callers = joinable(spec, request);
		requireTransaction(spec, request, callers);
		if (callers != null) {
			Attempt earlier = CallsInTransaction.of(callers, this.tools.store()).find(key);
			if (earlier != null && earlier.call().isDecidedBy(earlier)) {
				return earlier.call().replay(earlier, request.fingerprint());
			}
			if (earlier != null) {
				earlier.call().transactionEnded(earlier);
			}
			refuseSnapshot(this.tools.store(), spec, callers);
		}
		return new ExactlyOnceCall(this.tools, spec, request, claimRequest(spec, request, key), callers)
			.execute(around);
	}

	/**
	 * The caller's transaction, if the call is going to be completed in it.
	 */
	private @Nullable OpenTransaction joinable(OperationSpec spec, CallRequest request) {
		return (joins(spec) && request.expected() == ExpectedTransaction.CURRENT) ? this.tools.transactions().current()
				: null;
	}

	static boolean joins(OperationSpec spec) {
		return spec.options().boundary() != Boundary.OWN && !spec.asynchronous();
	}

	private static void requireTransaction(OperationSpec spec, CallRequest request, @Nullable OpenTransaction callers) {
		Boundary boundary = spec.options().boundary();
		boolean required = boundary == Boundary.REQUIRED || boundary == Boundary.JOINED;
		if (required && callers == null && request.expected() != ExpectedTransaction.NEW) {
			throw new TransactionRequiredException("Operation '" + spec.name() + "' has boundary " + boundary
					+ " but no writable transaction is open on the ledger's DataSource: the method did not run."
					+ " Add @Transactional with the ledger's transaction manager, or choose boundary OWN");
		}
	}

	static void refuseSnapshot(ClaimStore store, OperationSpec spec, OpenTransaction transaction) {
		if (store.readsFromSnapshot(transaction)) {
			throw new TransactionRequiredException("Operation '" + spec.name()
					+ "' is to be claimed or completed in a REPEATABLE READ or SERIALIZABLE transaction, whose snapshot can't see its claim:"
					+ " the method did not run. Choose boundary OWN, or REQUIRES_NEW for the method's own transaction");
		}
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
	 */
	record Tools(ClaimStore store, LedgerTransactions transactions, CallKeys keys, Claimer claimer, Ending ending,
			Renewals renewals, RunningCalls running, CallStack stack, Ticker ticker,
			Function<String, @Nullable AbandonedResolver<?>> resolvers, String instance,
			Supplier<@Nullable String> traceId) {
	}

}
