package io.istos;

import org.jspecify.annotations.Nullable;

/**
 * A value that an application gives Istos makes no sense, alone or beside another: it is
 * refused where it is given, before the first call.
 */
@SuppressWarnings("serial")
public final class InvalidOptionException extends IllegalArgumentException {

	private final String problem;

	private final String remedy;

	/**
	 * Create an exception.
	 * @param problem what is wrong
	 * @param remedy what to do about it
	 * @param cause the cause, if any
	 */
	public InvalidOptionException(String problem, String remedy, @Nullable Throwable cause) {
		super(problem + ". " + remedy, cause);
		this.problem = problem;
		this.remedy = remedy;
	}

	/**
	 * Create an exception without a cause.
	 * @param problem what is wrong
	 * @param remedy what to do about it
	 */
	public InvalidOptionException(String problem, String remedy) {
		this(problem, remedy, null);
	}

	/**
	 * What is wrong, with which operation or value.
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
