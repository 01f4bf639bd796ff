package io.istos.advice;

import org.jspecify.annotations.Nullable;

/**
 * A durable method, or the bean around it, is refused: at start-up where it can be known
 * then, else before the first call is claimed.
 */
@SuppressWarnings("serial")
public final class InvalidDurableMethodException extends IllegalStateException {

	private final String problem;

	private final String remedy;

	InvalidDurableMethodException(String problem, String remedy, @Nullable Throwable cause) {
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
