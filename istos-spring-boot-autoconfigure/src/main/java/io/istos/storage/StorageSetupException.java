package io.istos.storage;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.istos.StorageUnavailableException;

/**
 * The store is not what Istos needs, and only a person can mend that. Problem and remedy
 * are shown to people: they contain neither keys nor results, nor how to log in.
 */
public class StorageSetupException extends StorageUnavailableException {

	private static final Duration PERSON = Duration.ofSeconds(30);

	private final String problem;

	private final String remedy;

	/**
	 * Create an exception.
	 * @param problem what is wrong
	 * @param remedy what to do about it
	 * @param cause the cause, if any
	 */
	public StorageSetupException(String problem, String remedy, @Nullable Throwable cause) {
		super(problem + " " + remedy, cause, PERSON);
		this.problem = problem;
		this.remedy = remedy;
	}

	/**
	 * What is wrong.
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
