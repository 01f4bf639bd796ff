package io.istos.admin;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.istos.IstosException;
import io.istos.storage.DecisionAnswer;

/**
 * A decision was not carried out, and nothing changed. The message says in which state
 * its subject is and what can be done instead; it never holds the key.
 */
public class DecisionRefusedException extends IstosException {

	private static final Duration LOCK_ENDS = Duration.ofSeconds(1);

	private final DecisionAnswer answer;

	/**
	 * Create an exception.
	 * @param message which decision about what, why not, and the remedy
	 * @param answer the store's answer
	 */
	public DecisionRefusedException(String message, DecisionAnswer answer) {
		super(message, null, retryAfter(answer));
		this.answer = answer;
	}

	private static @Nullable Duration retryAfter(DecisionAnswer answer) {
		return (answer == DecisionAnswer.LOCKED) ? LOCK_ENDS : null;
	}

	/**
	 * Why the decision was refused.
	 * @return the answer, never DONE
	 */
	public DecisionAnswer answer() {
		return this.answer;
	}

}
