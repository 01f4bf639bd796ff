package io.istos.storage.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntFunction;

/**
 * Threads that act at once.
 */
final class Crowd implements AutoCloseable {

	static final int SIZE = 8;

	private final ExecutorService executor = Executors.newFixedThreadPool(SIZE);

	private final CyclicBarrier barrier = new CyclicBarrier(SIZE);

	/**
	 * Act, all at once.
	 * @param action what each does, given its number
	 * @return what came of it, in order
	 */
	<T> List<T> together(IntFunction<T> action) {
		List<Future<T>> futures = new ArrayList<>();
		for (int i = 0; i < SIZE; i++) {
			int thread = i;
			futures.add(this.executor.submit(() -> {
				await();
				return action.apply(thread);
			}));
		}
		return futures.stream().map(Crowd::get).toList();
	}

	/**
	 * Wait until all have come here.
	 */
	void await() {
		try {
			this.barrier.await(30, TimeUnit.SECONDS);
		}
		catch (InterruptedException | BrokenBarrierException | TimeoutException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static <T> T get(Future<T> future) {
		try {
			return future.get(50, TimeUnit.SECONDS);
		}
		catch (InterruptedException | ExecutionException | TimeoutException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Override
	public void close() {
		this.executor.shutdownNow();
	}

}
