package io.istos.samples.payments.story;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;

import io.istos.samples.payments.PaymentsApplication;
import io.istos.samples.payments.gateway.Gateway;
import io.istos.samples.stage.Node;
import io.istos.samples.stage.Report;
import io.istos.samples.stage.Stage;
import io.istos.samples.stage.StoryFailedException;
import io.istos.samples.stage.Teller;

/**
 * Two nodes on one database, fifty clients, a thousand requests for four hundred orders.
 * One node is killed in the middle of a charge and comes back later. In the end, every
 * order is paid once.
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
			return play(new Books(this.stage.database()), nodes.get(0), clients);
		}
	}

	private Report play(Books books, Node victim, Clients clients) throws IOException {
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
		victim.kill();
		this.stage.say("Killed in the middle of a charge, by SIGKILL: " + victim);

		clients.pay(purchases.subList(400, 600)).join();
		this.stage.say("The other node went on alone; %d requests are answered".formatted(answers.countPaid()));

		this.stage.restart(victim);
		CompletableFuture.allOf(together, clients.pay(purchases.subList(600, purchases.size()))).join();
		this.stage.say("All requests are answered");
		return new Ending(purchases.size(), ORDERS, answers, books.figures()).report();
	}

}
