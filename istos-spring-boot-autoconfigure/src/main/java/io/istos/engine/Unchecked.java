package io.istos.engine;

import java.lang.reflect.UndeclaredThrowableException;
import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;

/**
 * Takes a caller's work through code that may throw anything, so that the caller sees
 * only what the work can throw.
 */
final class Unchecked {

	private Unchecked() {
	}

	static <R> @Nullable R run(Callable<? extends @Nullable R> work, Around around) {
		try {
			return call(work, around);
		}
		catch (RuntimeException ex) {
			throw ex;
		}
		catch (Exception ex) {
			throw new UndeclaredThrowableException(ex);
		}
	}

	@SuppressWarnings("unchecked")
	static <R> @Nullable R call(Callable<? extends @Nullable R> work, Around around) throws Exception {
		try {
			return (R) around.run(work::call);
		}
		catch (Exception | Error ex) {
			throw ex;
		}
		catch (Throwable ex) {
			throw new UndeclaredThrowableException(ex);
		}
	}

	/**
	 * What is around the work.
	 */
	@FunctionalInterface
	interface Around {

		@Nullable Object run(LeaseCall.Body body) throws Throwable;

	}

}
