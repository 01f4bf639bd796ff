package io.istos.engine;

import org.jspecify.annotations.Nullable;

/**
 * A durable call between its claim and its outcome, as the code around its body sees it.
 */
public interface DurableInvocation {

	/**
	 * Run the body here: inside the transaction, if there is one, whose commit decides.
	 * Called on the thread, and inside everything, that the body runs in; again for a
	 * retry within the same call.
	 * @param body the body
	 * @return what the body returned
	 * @throws Throwable what the body threw, or a refusal before it ran
	 */
	@Nullable Object within(Body body) throws Throwable;

	/**
	 * Code that may throw anything.
	 */
	@FunctionalInterface
	interface Body {

		/**
		 * Run.
		 * @return the result
		 * @throws Throwable any failure
		 */
		@Nullable Object run() throws Throwable;

	}

	/**
	 * The code around the body, which begins the transaction if there is to be one.
	 */
	@FunctionalInterface
	interface Around {

		/**
		 * Run everything that is around the body, and there call
		 * {@link DurableInvocation#within}.
		 * @param invocation the call
		 * @return the result
		 * @throws Throwable any failure
		 */
		@Nullable Object run(DurableInvocation invocation) throws Throwable;

	}

}
