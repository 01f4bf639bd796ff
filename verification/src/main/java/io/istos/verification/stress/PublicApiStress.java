package io.istos.verification.stress;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

import com.zaxxer.hikari.HikariDataSource;

import org.springframework.jdbc.core.JdbcTemplate;

import io.istos.testing.TestDatabase;
import io.istos.verification.Audit;
import io.istos.verification.Pools;
import io.istos.verification.app.Nodes;
import io.istos.verification.crash.ChildProcess;

/**
 * The public API on several nodes: methods of every boundary in transactions of either
 * isolation, alone and in transactions of their callers, that throw, roll back, ask for a
 * rollback, use savepoints, stall past the lease and lose their connections, while rows
 * are purged and claims taken over.
 */
public final class PublicApiStress {

	private static final int NODES = 3;

	private static final int CALLERS = 24;

	private final Tally tally = new Tally();

	private final Promises promises = new Promises();

	private final List<StressNode> nodes = new ArrayList<>();

	private final List<ChildProcess> processes = new ArrayList<>();

	private final HikariDataSource dataSource;

	private PublicApiStress(HikariDataSource dataSource) {
		this.dataSource = dataSource;
	}

	/**
	 * Run.
	 * @param duration for how long
	 * @param processes how many nodes have a process of their own, besides those of this
	 * process; each is stopped, resumed and in the end killed
	 * @param ownerCheck whether completions check the owner, as they must
	 * @return what came of it
	 */
	public static StressResult run(Duration duration, int processes, boolean ownerCheck) {
		try (TestDatabase database = TestDatabase.create();
				HikariDataSource dataSource = Pools.create(database, "auditor", 4)) {
			Audit.createTable(dataSource);
			PublicApiStress stress = new PublicApiStress(dataSource);
			try {
				stress.start(database, processes, ownerCheck);
				stress.work(duration);
				stress.finish();
				return stress.result();
			}
			finally {
				stress.stop();
			}
		}
	}

	private void start(TestDatabase database, int processes, boolean ownerCheck) {
		long start = System.currentTimeMillis();
		for (int i = 1; i <= NODES + processes; i++) {
			Map<String, Object> properties = StressNode.properties("node-" + i, database, start, ownerCheck);
			if (i <= NODES) {
				this.nodes.add(new StressNode(Nodes.arguments(properties), this.tally, this.promises));
			}
			else {
				this.processes.add(ChildProcess.launch(StressChildMain.class, properties));
			}
		}
		this.processes.forEach(ChildProcess::awaitReady);
	}

	private void work(Duration duration) {
		long end = System.nanoTime() + duration.toNanos();
		try (Nemesis nemesis = new Nemesis()) {
			nemesis.every(100, new ConnectionCutter(this.dataSource, this.tally)).every(1500, this::freeze);
			if (!this.processes.isEmpty()) {
				nemesis.every(500, this::stall);
			}
			Workers.run(CALLERS, (worker) -> {
				StressNode node = this.nodes.get(worker % NODES);
				while (System.nanoTime() < end) {
					node.callOnce();
				}
			});
		}
		this.processes.forEach((process) -> process.kill(this.dataSource));
	}

	private void freeze() {
		this.nodes.get(ThreadLocalRandom.current().nextInt(NODES)).freezer().freeze(Performer.STALL_MILLIS);
		this.tally.count("nodes frozen");
	}

	private void stall() {
		ChildProcess process = this.processes.get(ThreadLocalRandom.current().nextInt(this.processes.size()));
		process.stop();
		try {
			Pauses.of(Performer.STALL_MILLIS);
			this.tally.count("processes stopped");
		}
		finally {
			process.resume();
		}
	}

	// Whatever was left lying must still be possible to finish.
	private void finish() {
		List<Map<String, Object>> open = new JdbcTemplate(this.dataSource)
			.queryForList("select operation, key from istos.istos_idempotency where state <> 'D'");
		this.tally.count("finished in the end", open.size());
		open.forEach((row) -> this.nodes.get(0)
			.finish(String.valueOf(row.get("operation")), String.valueOf(row.get("key"))));
	}

	private StressResult result() {
		this.tally.count("outcomes that callers know", this.promises.count());
		return new StressResult(this.tally, Audit.of(this.dataSource), this.promises.contradictions(this.dataSource));
	}

	private void stop() {
		this.processes.forEach(ChildProcess::close);
		this.nodes.forEach(StressNode::close);
	}

}
