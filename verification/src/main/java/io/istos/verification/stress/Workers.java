package io.istos.verification.stress;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;

/**
 * Runs the same work on many threads.
 */
public final class Workers {

	private Workers() {
	}

	/**
	 * Run work and wait for its end.
	 * @param count how many threads
	 * @param work the work, told which of them it is
	 * @throws IllegalStateException if it failed on any
	 */
	public static void run(int count, IntConsumer work) {
		ExecutorService executor = Executors.newFixedThreadPool(count);
		try {
			List<Future<?>> ends = new ArrayList<>();
			for (int i = 0; i < count; i++) {
				int worker = i;
				ends.add(executor.submit(() -> work.accept(worker)));
			}
			for (Future<?> end : ends) {
				end.get();
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException("A worker failed", ex.getCause());
		}
		finally {
			executor.shutdownNow();
		}
	}

}
