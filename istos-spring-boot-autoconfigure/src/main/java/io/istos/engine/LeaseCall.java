package io.istos.engine;

import org.jspecify.annotations.Nullable;

import io.istos.ScopeBusyException;
import io.istos.transaction.ExpectedTransaction;

/**
 * A call that is to run under a lease.
 *
 * @param scope the scope, as the application names it
 * @param options how it is leased
 * @param expected the transaction that the body is going to run in
 * @param asynchronous whether the body returns a stage, and works until that completes
 */
public record LeaseCall(String scope, LeaseOptions options, ExpectedTransaction expected, boolean asynchronous) {

	/**
	 * Makes a call out of what its caller passed.
	 */
	@FunctionalInterface
	public interface Source {

		/**
		 * Make it. What is thrown here is told as a refusal: nothing ran.
		 * @return the call
		 */
		LeaseCall call();

	}

	/**
	 * Code that runs under the lease.
	 */
	@FunctionalInterface
	public interface Body {

		/**
		 * Run.
		 * @return the result
		 * @throws Throwable any failure
		 */
		@Nullable Object run() throws Throwable;

	}

	/**
	 * Answers in the place of a body that does not run.
	 */
	@FunctionalInterface
	public interface Busy {

		/**
		 * Answer.
		 * @param busy what tells of the busy scope, to be thrown or not
		 * @return the answer
		 */
		@Nullable Object answer(ScopeBusyException busy);

	}

}
