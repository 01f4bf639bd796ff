package io.istos.verification.stress;

/**
 * A checked exception, which commits.
 */
public final class Refusal extends Exception {

	public Refusal(String message) {
		super(message);
	}

}
