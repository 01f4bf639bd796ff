package io.istos.advice;

import org.jspecify.annotations.Nullable;

/**
 * A durable or leased method, or the bean around it, is refused: at start-up where it can
 * be known then, else before the first call.
 */
@SuppressWarnings("serial")
public final class InvalidMethodException extends IllegalStateException {

	private final String problem;

	private final String remedy;

	InvalidMethodException(String problem, String remedy, @Nullable Throwable cause) {
		super(problem + ". " + remedy, cause);
		this.problem = problem;
		this.remedy = remedy;
	}

	/**
	 * What is wrong, with which method.
	 * @return the problem
	 */
	public String problem() {
		return this.problem;
	}

	/**
	 * What to do about it.
	 * @return the remedy
	 */
	public String remedy() {
		return this.remedy;
	}

}
