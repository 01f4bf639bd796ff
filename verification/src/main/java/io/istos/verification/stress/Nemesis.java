package io.istos.verification.stress;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Runs tasks again and again in the background until closed. A task that fails goes on: a
 * nemesis cuts its own connections too.
 */
final class Nemesis implements AutoCloseable {

	private final List<Thread> threads = new ArrayList<>();

	private volatile boolean closed;

	Nemesis every(long millis, Runnable task) {
		Thread thread = new Thread(() -> repeat(millis, task), "nemesis");
		thread.setDaemon(true);
		thread.start();
		this.threads.add(thread);
		return this;
	}

	private void repeat(long millis, Runnable task) {
		while (!this.closed) {
			try {
				TimeUnit.MILLISECONDS.sleep(millis);
				task.run();
			}
			catch (InterruptedException ex) {
				return;
			}
			catch (RuntimeException ex) {
				// Its own connection was cut.
			}
		}
	}

	@Override
	public void close() {
		this.closed = true;
		this.threads.forEach(Thread::interrupt);
		for (Thread thread : this.threads) {
			try {
				thread.join();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}
	}

}
