package io.istos.engine;

import java.util.ArrayDeque;
import java.util.Deque;

import org.jspecify.annotations.Nullable;

import io.istos.storage.ClaimKey;

/**
 * The exactly-once bodies that run on the current thread, innermost first.
 */
final class CallStack {

	private final ThreadLocal<Deque<ExactlyOnceCall>> calls = ThreadLocal.withInitial(ArrayDeque::new);

	void push(ExactlyOnceCall call) {
		this.calls.get().push(call);
	}

	void pop() {
		Deque<ExactlyOnceCall> stack = this.calls.get();
		stack.pop();
		if (stack.isEmpty()) {
			this.calls.remove();
		}
	}

	@Nullable ExactlyOnceCall current() {
		Deque<ExactlyOnceCall> stack = this.calls.get();
		if (stack.isEmpty()) {
			this.calls.remove();
			return null;
		}
		return stack.peek();
	}

	void refuseRecursion(ClaimKey key) {
		if (current() != null && this.calls.get().stream().anyMatch((call) -> call.key().equals(key))) {
			throw new IllegalStateException("Operation '" + key.operation()
					+ "' was called again with its own key while running on the same thread: it would wait for itself");
		}
	}

}
