package io.istos.samples.settlement.story;

import java.io.IOException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;

import io.istos.samples.settlement.SettlementApplication;
import io.istos.samples.stage.Node;
import io.istos.samples.stage.Report;
import io.istos.samples.stage.Stage;
import io.istos.samples.stage.Teller;

/**
 * Three nodes on which the same jobs fire. One node is killed in the middle of a job, one
 * is stopped past its lease and resumed, and the one that leads is asked to end. In the
 * end everything is done once, nothing was written under a lost lease, and what the nodes
 * tell a monitoring system is true to the number.
 */
public final class Story {

	private static final Duration LONGEST = Duration.ofMinutes(3);

	private static final Pattern READY = Pattern.compile("Operators look at (http://\\S+)/actuator");

	private static final List<String> ARGUMENTS = List.of("--spring.profiles.include=story",
			"--istos.scope-lease.ttl=3s", "--settlement.nightly=*/2 * * * * *", "--settlement.statements=1s",
			"--settlement.relay=300ms", "--spring.sql.init.data-locations=");

	private static final int CUSTOMERS = 60;

	private static final LocalDate FIRST_DAY = LocalDate.of(2026, 1, 5);

	private static final LocalDate SECOND_DAY = LocalDate.of(2026, 1, 6);

	private static final String UNLUCKY = "settlement/globex";

	private final Stage stage;

	private final Books books;

	private Story(Stage stage) {
		this.stage = stage;
		this.books = new Books(stage.database());
	}

	/**
	 * Tells the story on the console.
	 * @param arguments of every node, besides those of the story
	 * @return the exit code: 0 if it ends well
	 */
	public static int tell(List<String> arguments) {
		List<String> all = new ArrayList<>(ARGUMENTS);
		all.addAll(arguments);
		all.remove("--story");
		return Teller.tell(() -> {
			try (Stage stage = Stage.set(SettlementApplication.class, READY, LONGEST, all)) {
				return new Story(stage).play();
			}
		});
	}

	private Report play() throws IOException {
		this.stage.say("PostgreSQL runs at " + this.stage.database().getJdbcUrl());
		List<Node> nodes = this.stage.start("a", "b", "c");
		this.books.trade(FIRST_DAY);
		await("the first day is settled", () -> this.books.isSettled(FIRST_DAY));
		this.stage.say("The first day is settled; each job fires on three nodes and runs on one");

		oneIsKilled(nodes);
		oneIsStopped(nodes);
		Run lastWords = theLeaderEnds(nodes);

		await("all is done", this.books::isAllDone);
		List<Witness> witnesses = new Audit(this.books, this.stage.deadline(), lastWords.epoch()).hear(nodes);
		nodes.forEach(Node::close);
		return new Ending(this.books.jobs(), this.books.figures(), witnesses).report();
	}

	private void oneIsKilled(List<Node> nodes) throws IOException {
		this.books.enroll(CUSTOMERS);
		await("some statements are printed", () -> this.books.statements() >= CUSTOMERS / 6);
		Run run = awaitWork("statements");
		Node victim = find(nodes, run);
		victim.kill();
		this.stage.say("Killed while it printed statements, by SIGKILL: " + victim);

		Run next = awaitNext("statements", run);
		this.stage.say("Node %s goes on with the statements where it was".formatted(next.node()));
		this.stage.restart(victim);
		await("all statements are printed", () -> this.books.statements() >= CUSTOMERS);
	}

	private void oneIsStopped(List<Node> nodes) {
		this.books.trade(SECOND_DAY);
		Run run = awaitWork(UNLUCKY);
		Node victim = find(nodes, run);
		victim.stop();
		this.stage.say("Stopped while it settled globex, by SIGSTOP: " + victim);

		await("another node has settled globex", () -> this.books.isSettled(SECOND_DAY));
		this.stage.say("Its lease lapsed, and another node settled globex");

		victim.resume();
		await("its call is over", () -> this.books.outcome(run).isPresent());
		this.stage.say("Resumed as if no time had passed; its call: " + this.books.outcome(run).orElseThrow());
	}

	private Run theLeaderEnds(List<Node> nodes) {
		Run run = this.books.lastRun("outbox").orElseThrow();
		Node leader = find(nodes, run);
		leader.close();
		this.stage.say("Asked to end, by SIGTERM, the node that leads: " + leader);

		Run next = awaitNext("outbox", run);
		this.stage.say("Node %s leads now".formatted(next.node()));
		return run;
	}

	private Run awaitWork(String scope) {
		return this.stage.deadline().find("work on " + scope, () -> this.books.atWork(scope));
	}

	private Run awaitNext(String scope, Run former) {
		return this.stage.deadline()
			.find("another lease on " + scope,
					() -> this.books.lastRun(scope).filter((run) -> run.epoch() > former.epoch()));
	}

	private static Node find(List<Node> nodes, Run run) {
		return nodes.stream().filter((node) -> node.name().equals(run.node())).findFirst().orElseThrow();
	}

	private void await(String what, BooleanSupplier condition) {
		this.stage.deadline().await(what, condition);
	}

}
