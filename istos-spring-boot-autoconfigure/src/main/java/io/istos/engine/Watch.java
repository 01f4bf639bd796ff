package io.istos.engine;

import org.jspecify.annotations.Nullable;

/**
 * Watches one call.
 *
 * @param <O> what may come of it
 */
public interface Watch<O> {

	/**
	 * The call returns to its caller, on the thread that it began on; what comes of it
	 * may still be open.
	 */
	void returned();

	/**
	 * The call has ended. On any thread, before or after it has returned: that of an
	 * asynchronous method ends with its stage, one in a caller's transaction with that.
	 * @param outcome what came of it
	 * @param failure why, if it did not end well
	 */
	void ended(O outcome, @Nullable Throwable failure);

	/**
	 * Nobody watches.
	 * @param <O> what may come of the call
	 * @return a watch that does nothing
	 */
	static <O> Watch<O> none() {
		return new Watch<>() {

			@Override
			public void returned() {
			}

			@Override
			public void ended(O outcome, @Nullable Throwable failure) {
			}

		};
	}

}
