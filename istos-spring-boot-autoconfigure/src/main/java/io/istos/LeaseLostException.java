package io.istos;

import org.jspecify.annotations.Nullable;

/**
 * A lease was lost: it lapsed, was taken over, or its row is gone. A transaction that was
 * to commit under it can't commit any more. The same call again, after
 * {@link #retryAfter()}, acquires the scope anew or finds it busy.
 */
public class LeaseLostException extends IstosException {

	/**
	 * Create an exception.
	 * @param message what happened, to which scope, and the remedy
	 * @param cause the cause, if any
	 */
	public LeaseLostException(String message, @Nullable Throwable cause) {
		super(message, cause, StorageUnavailableException.SOON);
	}

}
