package io.istos;

import org.jspecify.annotations.Nullable;

/**
 * Replays a recorded failure whose own type can't be created again from its message.
 */
public class RecordedFailureException extends IstosException {

	private final String failureType;

	/**
	 * Create an exception.
	 * @param failureType the class name of the recorded failure
	 * @param message the message of the recorded failure, if it had one
	 */
	public RecordedFailureException(String failureType, @Nullable String message) {
		super((message != null) ? failureType + ": " + message : failureType, null, null);
		this.failureType = failureType;
	}

	/**
	 * The class name of the failure that was recorded.
	 * @return the class name
	 */
	public String failureType() {
		return this.failureType;
	}

}
