package io.istos.samples.payments.story;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;

import io.istos.samples.payments.PaymentsApplication;
import io.istos.samples.payments.gateway.Gateway;
import io.istos.samples.stage.Node;
import io.istos.samples.stage.Report;
import io.istos.samples.stage.Scrape;
import io.istos.samples.stage.Stage;
import io.istos.samples.stage.StoryFailedException;
import io.istos.samples.stage.Teller;

/**
 * Two nodes on one database, fifty clients, a thousand requests for four hundred orders.
 * One node is killed in the middle of a charge and comes back later. In the end, every
 * order is paid once, and what the nodes tell a monitoring system is true to the number.
 */
public final class Story {

	private static final int ORDERS = 400;

	private static final int CLIENTS = 50;

	private static final Duration LONGEST = Duration.ofMinutes(3);

	private static final Pattern READY = Pattern.compile("Payments are served at (http://\\S+)");

	private static final List<String> ARGUMENTS = List.of("--server.address=localhost", "--server.port=0",
			"--istos.durable.lease=3s");

	private final Stage stage;

	private Story(Stage stage) {
		this.stage = stage;
	}

	/**
	 * Tells the story on the console.
	 * @return the exit code: 0 if it ends well
	 */
	public static int tell() {
		return Teller.tell(() -> {
			try (Stage stage = Stage.set(PaymentsApplication.class, READY, LONGEST, ARGUMENTS)) {
				return new Story(stage).play();
			}
		});
	}

	private Report play() throws IOException {
		this.stage.say("PostgreSQL runs at " + this.stage.database().getJdbcUrl());
		List<Node> nodes = this.stage.start("a", "b");
		try (Clients clients = new Clients(CLIENTS, nodes, this.stage.deadline())) {
			return play(new Books(this.stage.database()), nodes, clients);
		}
	}

	private Report play(Books books, List<Node> nodes, Clients clients) throws IOException {
		Node victim = nodes.get(0);
		List<Purchase> purchases = Purchase.list(ORDERS);
		Answers answers = clients.answers();
		this.stage.say("%d clients send %,d requests for %d orders".formatted(CLIENTS, purchases.size(), ORDERS));

		CompletableFuture<Void> together = clients.pay(purchases.subList(0, 400));
		this.stage.deadline().await("the gateway is asked for order " + Gateway.LOST_ANSWER, () -> {
			answers.firstUnexpected().ifPresent((answer) -> {
				throw new StoryFailedException("Unexpected answer " + answer);
			});
			return books.gatewayWasAskedFor(Gateway.LOST_ANSWER);
		});
		Node.Incarnation killed = victim.incarnation();
		victim.kill();
		this.stage.say("Killed in the middle of a charge, by SIGKILL: " + victim);

		clients.pay(purchases.subList(400, 600)).join();
		this.stage.say("The other node went on alone; %d requests are answered".formatted(answers.countPaid()));

		this.stage.restart(victim);
		CompletableFuture.allOf(together, clients.pay(purchases.subList(600, purchases.size()))).join();
		this.stage.say("All requests are answered");
		return new Ending(purchases.size(), ORDERS, answers, books.figures(), witnesses(killed, nodes, books, answers))
			.report();
	}

	private List<Witness> witnesses(Node.Incarnation killed, List<Node> nodes, Books books, Answers answers) {
		List<Witness> witnesses = new ArrayList<>();
		witnesses.add(new Witness(killed, null, told(killed, books, answers)));
		for (Node node : nodes) {
			Counts scraped = Counts.scraped(scrape(node.incarnation()));
			witnesses.add(new Witness(node.incarnation(), scraped, told(node.incarnation(), books, answers)));
		}
		return witnesses;
	}

	/** The ledger is counted in the background, and the first scrape asks for it. */
	private Scrape scrape(Node.Incarnation node) {
		return this.stage.deadline()
			.find("a scrape of " + node + " that knows the ledger",
					() -> Optional.of(Scrape.of(URI.create(node.greeting())))
						.filter((scrape) -> !Double.isNaN(scrape.gauge("istos_claims_abandoned"))));
	}

	private static Counts told(Node.Incarnation process, Books books, Answers answers) {
		Books.Ran ran = books.processes()
			.stream()
			.filter((candidate) -> candidate.pid() == process.pid())
			.findFirst()
			.orElse(new Books.Ran(process.pid(), 0, 0, 0));
		return Counts.told(ran, answers, books.figures().unfinished());
	}

}
