package io.istos.engine;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Runs something on a thread of its own and waits for it.
 */
final class Threads {

	private Threads() {
	}

	static void run(Runnable work) {
		CompletableFuture<Void> done = new CompletableFuture<>();
		Thread thread = new Thread(() -> {
			try {
				work.run();
				done.complete(null);
			}
			catch (Throwable ex) {
				done.completeExceptionally(ex);
			}
		});
		thread.start();
		done.orTimeout(60, TimeUnit.SECONDS).join();
	}

}
