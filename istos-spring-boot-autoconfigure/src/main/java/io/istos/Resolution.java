package io.istos;

import org.jspecify.annotations.Nullable;

/**
 * What an {@link AbandonedResolver} decides.
 *
 * @param <R> the result type of the operation
 */
public sealed interface Resolution<R> {

	/**
	 * The former attempt did its work: complete the call with this result, don't run it.
	 * @param result the result to store and to return
	 * @param <R> the result type
	 * @return the decision
	 */
	static <R> Resolution<R> completed(@Nullable R result) {
		return new Completed<>(result);
	}

	/**
	 * The former attempt left nothing: run the method.
	 * @param <R> the result type
	 * @return the decision
	 */
	static <R> Resolution<R> run() {
		return new Run<>();
	}

	/**
	 * Undecided: hold the key until a person decides.
	 * @param reason why, stored with the key
	 * @param <R> the result type
	 * @return the decision
	 */
	static <R> Resolution<R> hold(String reason) {
		return new Hold<>(reason);
	}

	/**
	 * The former attempt did its work.
	 *
	 * @param result its result
	 * @param <R> the result type
	 */
	record Completed<R>(@Nullable R result) implements Resolution<R> {
	}

	/**
	 * The former attempt left nothing.
	 *
	 * @param <R> the result type
	 */
	record Run<R>() implements Resolution<R> {
	}

	/**
	 * Undecided.
	 *
	 * @param reason why
	 * @param <R> the result type
	 */
	record Hold<R>(String reason) implements Resolution<R> {
	}

}
