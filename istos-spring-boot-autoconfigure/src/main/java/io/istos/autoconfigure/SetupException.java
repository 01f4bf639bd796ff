package io.istos.autoconfigure;

import org.jspecify.annotations.Nullable;

/**
 * The application's beans or settings don't tell Istos what it must know: start-up fails
 * with what is wrong and what to do about it.
 */
final class SetupException extends IllegalStateException {

	private final String problem;

	private final String remedy;

	SetupException(String problem, String remedy, @Nullable Throwable cause) {
		super(problem + " " + remedy, cause);
		this.problem = problem;
		this.remedy = remedy;
	}

	SetupException(String problem, String remedy) {
		this(problem, remedy, null);
	}

	String problem() {
		return this.problem;
	}

	String remedy() {
		return this.remedy;
	}

}
