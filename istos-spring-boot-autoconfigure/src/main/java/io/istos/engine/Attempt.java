package io.istos.engine;

import org.jspecify.annotations.Nullable;

import io.istos.UnstorableResultException;
import io.istos.storage.LedgerTransaction;
import io.istos.storage.Outcome;
import io.istos.storage.TransactionParticipant.End;

/**
 * One run of a call's body, and what became of the transaction it ran in. Used by the
 * call's thread, later by the one that ends the caller's transaction.
 */
final class Attempt {

	private final ExactlyOnceCall call;

	private final OperationSpec spec;

	private final @Nullable LedgerTransaction transaction;

	private boolean started;

	private boolean running;

	private boolean returned;

	private @Nullable Object value;

	private @Nullable Outcome outcome;

	private @Nullable Throwable failure;

	private boolean undone;

	private @Nullable End end;

	Attempt(ExactlyOnceCall call, OperationSpec spec, @Nullable LedgerTransaction transaction) {
		this.call = call;
		this.spec = spec;
		this.transaction = transaction;
	}

	@Nullable Object run(DurableInvocation.Body body, CallStack stack) throws Throwable {
		this.started = true;
		this.running = true;
		stack.push(this.call);
		try {
			Object result = body.run();
			if (!this.spec.asynchronous()) {
				returned(result);
			}
			return result;
		}
		catch (Throwable ex) {
			this.failure = ex;
			throw ex;
		}
		finally {
			stack.pop();
			this.running = false;
		}
	}

	void returned(@Nullable Object result) {
		this.returned = true;
		this.outcome = this.spec.result(result);
		this.value = result;
	}

	void failed(Throwable failure) {
		this.failure = failure;
	}

	Outcome outcome() {
		if (this.running) {
			throw new IllegalStateException("Operation '" + this.spec.name()
					+ "' is still running: the transaction that it completes in can't be committed from inside");
		}
		if (this.failure != null) {
			return this.spec.failure(this.failure);
		}
		if (this.outcome == null) {
			throw new IllegalStateException("Operation '" + this.spec.name() + "' did not run");
		}
		return this.outcome;
	}

	/**
	 * Return or throw what the body did.
	 */
	@Nullable Object resultOrThrow() throws Throwable {
		if (this.failure != null) {
			throw this.failure;
		}
		return this.value;
	}

	ExactlyOnceCall call() {
		return this.call;
	}

	@Nullable Throwable failure() {
		return this.failure;
	}

	/**
	 * Whether the body did its work but nothing can be stored of it.
	 */
	boolean isUnstorable() {
		return this.outcome == null && (this.returned || this.failure instanceof UnstorableResultException);
	}

	boolean isStarted() {
		return this.started;
	}

	boolean isInTransaction() {
		return this.transaction != null;
	}

	/**
	 * Whether the end of the transaction is still to decide.
	 */
	boolean isPending() {
		return isInTransaction() && this.end == null && !this.undone;
	}

	boolean isCommitted() {
		return this.end == End.COMMITTED && !this.undone;
	}

	boolean isUncertain() {
		return this.end == End.UNKNOWN;
	}

	/**
	 * A savepoint older than the run was rolled back.
	 */
	void undo() {
		this.undone = true;
	}

	void transactionEnded(End end) {
		this.end = end;
		this.call.transactionEnded(this);
	}

}
