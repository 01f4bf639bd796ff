package io.istos.verification.history;

import org.jspecify.annotations.Nullable;

/**
 * A state of what is under one key. Equal states behave alike.
 */
interface Model {

	/**
	 * Let one operation happen. One without an answer takes effect here; that it never
	 * does is another possibility.
	 * @param operation the operation
	 * @return the state after it, or {@code null} if it can't happen here, or not be
	 * answered as it was
	 */
	@Nullable Model after(Operation operation);

}
