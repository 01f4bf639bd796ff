package io.istos.verification.history;

import org.jspecify.annotations.Nullable;

import io.istos.verification.history.Operation.Answer;

/**
 * How one claim or document behaves when asked by one caller at a time.
 *
 * @param value the value that is stored, if any
 * @param version its version, or {@link #UNKNOWN} if it was written without an answer
 */
record Register(String value, long version) implements Model {

	static final Register ABSENT = new Register(Operation.NONE, 0);

	private static final long UNKNOWN = -1;

	@Override
	public @Nullable Model after(Operation operation) {
		boolean unanswered = operation.answer() == Answer.UNKNOWN;
		return switch (operation.action()) {
			case CLAIM -> unanswered ? writtenOver(Operation.NONE, operation) : claim(operation);
			case GET -> unanswered ? this : read(operation);
			case UPDATE -> writtenOver(operation.seen(), operation);
			case DELETE -> unanswered ? new Register(Operation.NONE, this.version) : delete(operation);
			default -> throw new IllegalArgumentException("Neither of a claim nor of a document: " + operation);
		};
	}

	private @Nullable Register claim(Operation operation) {
		return (operation.answer() == Answer.YES) ? writtenOver(Operation.NONE, operation) : read(operation);
	}

	private @Nullable Register read(Operation operation) {
		if (!this.value.equals(operation.seen())) {
			return null;
		}
		if (this.value.isEmpty()) {
			return this;
		}
		return (this.version == UNKNOWN || this.version == operation.number())
				? new Register(this.value, operation.number()) : null;
	}

	private @Nullable Register writtenOver(String before, Operation operation) {
		if (!this.value.equals(before)) {
			return null;
		}
		if (operation.answer() == Answer.UNKNOWN) {
			return new Register(operation.value(), UNKNOWN);
		}
		return (operation.number() != this.version) ? new Register(operation.value(), operation.number()) : null;
	}

	private @Nullable Register delete(Operation operation) {
		boolean there = !this.value.isEmpty();
		return (there == (operation.answer() == Answer.YES)) ? new Register(Operation.NONE, this.version) : null;
	}

}
