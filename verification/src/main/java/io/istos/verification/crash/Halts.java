package io.istos.verification.crash;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

import io.istos.LeaseLoss;
import io.istos.verification.app.Step;
import io.istos.verification.app.Steps;

/**
 * Stops calls at the step that was named for their key, and says so.
 */
final class Halts implements Steps {

	private final Consumer<String> say;

	private final Map<String, Halt> halts = new ConcurrentHashMap<>();

	Halts(Consumer<String> say) {
		this.say = say;
	}

	void arm(String key, Step step) {
		this.halts.put(key, new Halt(step, new CountDownLatch(1)));
	}

	void release(String key) {
		Halt halt = this.halts.remove(key);
		if (halt != null) {
			halt.gate().countDown();
		}
	}

	@Override
	public void reach(String key, Step step) {
		Halt halt = this.halts.get(key);
		if (halt != null && halt.step() == step) {
			this.say.accept("halted " + key + " " + step);
			await(halt.gate());
		}
	}

	@Override
	public void lost(String scope, LeaseLoss reason) {
		this.say.accept("lost " + scope);
	}

	private static void await(CountDownLatch gate) {
		try {
			gate.await();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private record Halt(Step step, CountDownLatch gate) {
	}

}
