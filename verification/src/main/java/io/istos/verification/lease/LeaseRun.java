package io.istos.verification.lease;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

import com.zaxxer.hikari.HikariDataSource;

import io.istos.testing.TestDatabase;
import io.istos.verification.Pools;
import io.istos.verification.Waiting;
import io.istos.verification.app.Nodes;
import io.istos.verification.crash.ChildProcess;
import io.istos.verification.stress.Pauses;
import io.istos.verification.stress.Tally;

/**
 * Three processes work under leases on a few scopes. In each round one of them is stopped
 * and resumed when others have gone on in its place, or after a moment, or it is killed
 * and another one takes its place.
 */
public final class LeaseRun implements AutoCloseable {

	private static final int PROCESSES = 3;

	private static final Duration TTL = Duration.ofSeconds(1);

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final List<String> SCOPES = IntStream.range(0, 4).mapToObj((n) -> "scope-" + n).toList();

	private final List<Node> nodes = new ArrayList<>();

	private final Tally tally = new Tally();

	private final TestDatabase database;

	private final HikariDataSource dataSource;

	private final LeaseRecords records;

	private final boolean fenced;

	private int launched;

	private Node spare;

	/**
	 * Start the processes.
	 * @param database an empty database, closed by the caller
	 * @param fenced whether commits are fenced, as they must be
	 */
	public LeaseRun(TestDatabase database, boolean fenced) {
		this.database = database;
		this.fenced = fenced;
		this.dataSource = Pools.create(database, "auditor", 2);
		this.records = new LeaseRecords(this.dataSource);
		LeaseAudit.createTables(this.dataSource, SCOPES);
		for (int i = 0; i < PROCESSES; i++) {
			this.nodes.add(launch());
		}
		this.spare = launch();
		this.nodes.forEach(Node::work);
		Waiting.until("the first rows", PATIENCE, this.records::areThereAny);
	}

	private Node launch() {
		String name = "node-" + ++this.launched;
		Map<String, Object> properties = Nodes.properties(name, this.database, false);
		properties.put("istos.instance", name);
		properties.put("istos.scope-lease.ttl", TTL.toMillis() + "ms");
		properties.put("spring.datasource.hikari.minimum-idle", "1");
		properties.put("lease.scopes", String.join(",", SCOPES));
		properties.put("lease.fenced", String.valueOf(this.fenced));
		return new Node(name, ChildProcess.launch(LeaseChildMain.class, properties));
	}

	/**
	 * Let rounds pass.
	 * @param rounds how many
	 */
	public void run(int rounds) {
		for (int i = 0; i < rounds; i++) {
			Node victim = this.nodes.get(random(PROCESSES));
			int dice = random(10);
			if (dice < 7) {
				stopPastItsLeases(victim);
			}
			else if (dice < 8) {
				stopForAMoment(victim);
			}
			else {
				kill(victim);
			}
		}
	}

	private void stopPastItsLeases(Node victim) {
		List<HeldScope> held = stopHolding(victim);
		held.forEach((scope) -> this.tally.count(awaitSuccessor(scope)));
		victim.process().resume();
		this.tally.count("stopped past its leases, and resumed");
	}

	private List<HeldScope> stopHolding(Node victim) {
		while (true) {
			Waiting.until(victim.name() + " to hold a lease", PATIENCE,
					() -> !this.records.heldBy(victim.name()).isEmpty());
			victim.process().stop();
			List<HeldScope> held = this.records.heldBy(victim.name());
			if (!held.isEmpty()) {
				return held;
			}
			victim.process().resume();
		}
	}

	/**
	 * A stopped transaction that holds its lease for update keeps others off, and one
	 * that wrote the balance keeps them from writing it; so others may not get far.
	 */
	private String awaitSuccessor(HeldScope scope) {
		Waiting.until("others to go on with " + scope, PATIENCE,
				() -> this.records.isSucceeded(scope) || this.records.isOverdue(scope, TTL.multipliedBy(2)));
		return this.records.isSucceeded(scope) ? "scopes with a successor's row"
				: "scopes kept by a stopped transaction";
	}

	private void stopForAMoment(Node victim) {
		victim.process().stop();
		Pauses.of(random((int) TTL.toMillis()));
		victim.process().resume();
		this.tally.count("stopped for a moment");
	}

	private void kill(Node victim) {
		Waiting.until(victim.name() + " to hold a lease", PATIENCE,
				() -> !this.records.heldBy(victim.name()).isEmpty());
		victim.process().kill(this.dataSource);
		this.tally.count("killed");
		this.spare.work();
		this.nodes.set(this.nodes.indexOf(victim), this.spare);
		this.spare = launch();
	}

	/**
	 * End all processes and say what came of it.
	 * @return the result
	 */
	public LeaseResult end() {
		this.nodes.forEach((node) -> node.process().kill(this.dataSource));
		this.tally.count("leases taken over", this.records.takeOvers());
		this.records.failures().forEach((what, times) -> this.tally.count("threw " + what, times));
		return new LeaseResult(this.tally, LeaseAudit.of(this.dataSource));
	}

	private static int random(int bound) {
		return ThreadLocalRandom.current().nextInt(bound);
	}

	@Override
	public void close() {
		this.nodes.forEach((node) -> node.process().close());
		this.spare.process().close();
		this.dataSource.close();
	}

	/**
	 * A process.
	 */
	private record Node(String name, ChildProcess process) {

		void work() {
			this.process.awaitReady();
			this.process.go("");
		}

	}

}
