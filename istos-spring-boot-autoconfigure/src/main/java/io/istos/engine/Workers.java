package io.istos.engine;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

import io.istos.LeaseLoss;

/**
 * The threads that work under a lease, to be interrupted when it is lost. An interrupt
 * that the work took no notice of doesn't outlive the work.
 */
final class Workers implements Consumer<LeaseLoss> {

	private final Set<Thread> threads = new HashSet<>();

	private final Set<Thread> interrupted = new HashSet<>();

	synchronized void entered(Thread thread) {
		this.threads.add(thread);
	}

	synchronized void left(Thread thread) {
		this.threads.remove(thread);
		if (this.interrupted.remove(thread)) {
			Thread.interrupted();
		}
	}

	@Override
	public synchronized void accept(LeaseLoss reason) {
		this.threads.forEach(Thread::interrupt);
		this.interrupted.addAll(this.threads);
	}

}
