package io.istos;

import java.util.Optional;
import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;

/**
 * A lease that this process acquired: expiring ownership of a scope, renewed while it is
 * needed. Thread-safe; {@link #holdForUpdate()} and checkpoints speak for the transaction
 * on the current thread.
 */
public interface Lease {

	/**
	 * The scope.
	 * @return the scope, as the application named it
	 */
	String scope();

	/**
	 * The fence token: greater for every later holder of the scope, a plain number for
	 * foreign systems to compare.
	 * @return the epoch
	 */
	long token();

	/**
	 * Whether the lease is known to be lost. Asks nobody.
	 * @return why it was lost; empty as long as nothing of the kind is known
	 */
	Optional<LeaseLoss> lost();

	/**
	 * Ask the store whether the lease is held. The answer is about this instant: work
	 * that must not go on without the lease is fenced, or uses {@link #holdForUpdate()}.
	 * @throws LeaseLostException if it is lost
	 * @throws StorageUnavailableException if the store can't be asked
	 */
	void check();

	/**
	 * Hold the lease in the open transaction on the ledger: nobody else can acquire the
	 * scope before that transaction ends, even if the lease lapses.
	 * @throws LeaseLostException if it is lost
	 * @throws TransactionRequiredException if no transaction is open
	 */
	void holdForUpdate();

	/**
	 * Save how far the work has come, for the next holder to read. Written when the open
	 * transaction on the ledger commits, fenced and with a new deadline; gone if it rolls
	 * back. The last value counts.
	 * @param value the value, serializable as JSON
	 * @throws TransactionRequiredException if no transaction is open, or commits are not
	 * fenced
	 */
	void checkpoint(Object value);

	/**
	 * What was saved last: in the open transaction, by this holder before, or by a former
	 * holder.
	 * @param type the type to read
	 * @param <T> the type to read
	 * @return the value; empty if nothing was saved
	 */
	<T> Optional<T> checkpoint(Class<T> type);

	/**
	 * Do work under this lease on the current thread, its commits fenced as those of the
	 * thread that acquired it. The way to hand work to other threads; the lease ends with
	 * the method that acquired it, not with this work.
	 * @param work the work
	 * @throws LeaseLostException if the lease is lost, or its method has ended
	 */
	void run(Runnable work);

	/**
	 * Do work under this lease on the current thread, as {@link #run}.
	 * @param work the work
	 * @param <R> the type of its result
	 * @return its result
	 * @throws LeaseLostException if the lease is lost, or its method has ended
	 * @throws Exception what the work throws
	 */
	<R> @Nullable R call(Callable<? extends @Nullable R> work) throws Exception;

}
