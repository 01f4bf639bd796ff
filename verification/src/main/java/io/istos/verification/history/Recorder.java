package io.istos.verification.history;

import java.util.Collection;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;

import io.istos.StorageUnavailableException;
import io.istos.verification.history.Operation.Action;
import io.istos.verification.history.Operation.Answer;

/**
 * Makes calls and records them as operations.
 */
final class Recorder {

	private final Collection<Operation> operations = new ConcurrentLinkedQueue<>();

	Collection<Operation> operations() {
		return this.operations;
	}

	/**
	 * Make a call and record it.
	 * @param asked key, action, handle and value
	 * @param call the call
	 * @return the answer
	 */
	Answer record(Asked asked, Call call) {
		String[] given = { Operation.NOTHING_SEEN };
		long invoked = System.nanoTime();
		Answered answered;
		try {
			answered = call.make((before) -> {
				given[0] = before;
				return asked.value();
			});
		}
		catch (StorageUnavailableException ex) {
			answered = Answered.of(Answer.UNKNOWN);
		}
		long returned = System.nanoTime();
		String seen = (answered.read() != null) ? answered.read() : given[0];
		this.operations.add(new Operation(asked.key(), asked.action(), invoked, returned, asked.handle(), asked.value(),
				seen, answered.answer(), answered.number()));
		return answered.answer();
	}

	/**
	 * A call.
	 */
	interface Call {

		/**
		 * Make the call.
		 * @param change a function for the call to hand over, which notes what it is
		 * given and makes the value that is to be written
		 * @return the answer
		 */
		Answered make(UnaryOperator<String> change);

	}

	/**
	 * What is asked for.
	 *
	 * @param key the key
	 * @param action the action
	 * @param handle the handle, if any
	 * @param value the value that is to be written, if any
	 */
	record Asked(String key, Action action, String handle, String value) {
	}

	/**
	 * What was answered.
	 *
	 * @param answer the answer
	 * @param read the value that was read, or {@code null} if none was asked for
	 * @param number version or epoch
	 */
	record Answered(Answer answer, @Nullable String read, long number) {

		static Answered of(Answer answer) {
			return new Answered(answer, null, 0);
		}

	}

}
