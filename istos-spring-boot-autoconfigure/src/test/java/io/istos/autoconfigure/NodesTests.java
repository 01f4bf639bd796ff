package io.istos.autoconfigure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import org.junit.jupiter.api.RepeatedTest;

import org.springframework.context.SmartLifecycle;

import io.istos.engine.DurableOptions;
import io.istos.testing.TestDatabase;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Nodes that start at once on an empty database all start.
 */
class NodesTests {

	private static final int NODES = 4;

	@RepeatedTest(10)
	void createTheSchemaTogether() throws Exception {
		CyclicBarrier barrier = new CyclicBarrier(NODES);
		ExecutorService threads = Executors.newFixedThreadPool(NODES);
		try (TestDatabase database = TestDatabase.create()) {
			List<Future<String>> answers = threads.invokeAll(nodes(database, barrier));
			assertThat(answers).extracting(Future::get).containsOnly("first");
		}
		finally {
			threads.shutdown();
		}
	}

	private static List<Callable<String>> nodes(TestDatabase database, CyclicBarrier barrier) {
		List<Callable<String>> nodes = new ArrayList<>();
		for (int i = 0; i < NODES; i++) {
			nodes.add(() -> start(database, barrier));
		}
		return nodes;
	}

	/** Start up to where the schema is looked at, and from there all together. */
	private static String start(TestDatabase database, CyclicBarrier barrier) {
		String[] answer = new String[1];
		Runners.on(database).withBean(Gate.class, () -> new Gate(barrier)).run((context) -> {
			assertThat(context).hasNotFailed();
			barrier.await();
			answer[0] = Calls.of(context, DurableOptions.defaults().withWait(Duration.ofSeconds(10)))
				.call("key", "first");
		});
		return answer[0];
	}

	/**
	 * Created before the adapter's own, and of the same phase, so it starts before it.
	 */
	static class Gate implements SmartLifecycle {

		private final CyclicBarrier barrier;

		private boolean running;

		Gate(CyclicBarrier barrier) {
			this.barrier = barrier;
		}

		@Override
		public void start() {
			this.running = true;
			try {
				this.barrier.await();
			}
			catch (Exception ex) {
				throw new IllegalStateException(ex);
			}
		}

		@Override
		public void stop() {
			this.running = false;
		}

		@Override
		public boolean isRunning() {
			return this.running;
		}

		@Override
		public int getPhase() {
			return Integer.MIN_VALUE;
		}

	}

}
