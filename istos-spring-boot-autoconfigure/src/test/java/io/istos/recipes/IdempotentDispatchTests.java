package io.istos.recipes;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.Test;

import io.istos.coordination.Coordination;
import io.istos.storage.postgres.PostgresSettings;
import io.istos.storage.postgres.PostgresStoragePlugin;
import io.istos.testing.TestDatabase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class IdempotentDispatchTests {

	private final Nodes nodes = new Nodes();

	private final StartedRuns runs = new StartedRuns();

	@Test
	void aSubmissionThatComesTwiceIsOneRun() {
		Run first = new Dispatcher(this.nodes.node("left"), this.runs).submit("order-4711", "report");
		Run again = new Dispatcher(this.nodes.node("right"), this.runs).submit("order-4711", "report");
		assertThat(again).isEqualTo(first);
		assertThat(new Dispatcher(this.nodes.node("left"), this.runs).submit("order-4712", "report"))
			.isNotEqualTo(first);
		assertThat(this.runs.started).hasSize(2);
	}

	@Test
	void aNodeThatDiedAfterItsClaimDoesNotMatter() {
		Dispatcher dying = new Dispatcher(this.nodes.node("left"), (run) -> {
			throw new IllegalStateException("died");
		});
		assertThatIllegalStateException().isThrownBy(() -> dying.submit("order-4711", "report"));
		Run run = new Dispatcher(this.nodes.node("right"), this.runs).submit("order-4711", "report");
		assertThat(this.runs.started).containsOnlyKeys(run.id());
	}

	@Test
	void allWhoSubmitAtOnceGetTheSameRun() {
		try (TestDatabase database = TestDatabase.create(); HikariDataSource pool = database.hikari(4)) {
			List<Coordination> nodes = IntStream.range(0, 2)
				.mapToObj((i) -> Nodes.node(PostgresStoragePlugin.create(pool, pool, PostgresSettings.defaults()),
						"node-" + i))
				.toList();
			List<CompletableFuture<Run>> all = IntStream.range(0, 16)
				.mapToObj((i) -> CompletableFuture
					.supplyAsync(() -> new Dispatcher(nodes.get(i % 2), this.runs).submit("order-4711", "report")))
				.toList();
			assertThat(all.stream().map(CompletableFuture::join).distinct()).hasSize(1);
			assertThat(this.runs.started).hasSize(1);
		}
	}

	record Dispatcher(Coordination coordination, Runs runs) {

		Run submit(String submission, String job) {
			Run proposed = new Run(UUID.randomUUID(), job);
			Run run = this.coordination.claim("dispatch/" + submission, proposed).value();
			this.runs.startUnlessStarted(run);
			return run;
		}

	}

	record Run(UUID id, String job) {
	}

	@FunctionalInterface
	interface Runs {

		void startUnlessStarted(Run run);

	}

	private static final class StartedRuns implements Runs {

		private final Map<UUID, Run> started = new HashMap<>();

		@Override
		public synchronized void startUnlessStarted(Run run) {
			this.started.putIfAbsent(run.id(), run);
		}

	}

}
