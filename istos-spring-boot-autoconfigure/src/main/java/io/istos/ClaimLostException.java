package io.istos;

import org.jspecify.annotations.Nullable;

/**
 * The claim of a running call was lost: it lapsed and another call took it over, or its
 * row is gone. A transaction that would have completed the call can't commit any more.
 * The same call again, after {@link #retryAfter()}, gets the other's outcome or runs.
 */
public class ClaimLostException extends IstosException {

	/**
	 * Create an exception.
	 * @param message what happened, to which operation, and the remedy
	 * @param cause the cause, if any
	 */
	public ClaimLostException(String message, @Nullable Throwable cause) {
		super(message, cause, StorageUnavailableException.SOON);
	}

}
