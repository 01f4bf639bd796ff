package io.istos.samples.payments.story;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.springframework.boot.logging.LoggingSystem;
import org.springframework.util.FileSystemUtils;

import io.istos.samples.payments.embedded.EmbeddedDatabase;
import io.istos.samples.payments.gateway.Gateway;

/**
 * Two nodes on one database, fifty clients, a thousand requests for four hundred orders.
 * One node is killed in the middle of a charge and comes back later. In the end, every
 * order is paid once.
 */
public final class Story {

	private static final int ORDERS = 400;

	private static final int CLIENTS = 50;

	private static final Duration LONGEST = Duration.ofMinutes(3);

	private static final Path DIRECTORY = Path.of("target", "payments", "story");

	private final long start = System.nanoTime();

	private final Deadline deadline = Deadline.in(LONGEST);

	private Story() {
	}

	/**
	 * Tells the story on the console.
	 * @return the exit code: 0 if it ends well
	 */
	public static int tell() {
		// Only the story speaks here; what the nodes have to say goes to files.
		LoggingSystem.get(Story.class.getClassLoader()).beforeInitialize();
		try {
			return conclude(new Story().play());
		}
		catch (Exception ex) {
			System.out.println("FAILED: " + ex.getMessage());
			return 1;
		}
	}

	private static int conclude(Report report) {
		System.out.printf("%n%s%n%n", report.table());
		List<String> faults = report.faults();
		faults.forEach((fault) -> System.out.println("FAILED: " + fault));
		if (faults.isEmpty()) {
			System.out.println("Every order was paid once, and duplicates got the same answer.");
		}
		return faults.isEmpty() ? 0 : 1;
	}

	private Report play() throws Exception {
		FileSystemUtils.deleteRecursively(DIRECTORY);
		Files.createDirectories(DIRECTORY);
		try (EmbeddedDatabase database = EmbeddedDatabase.in(DIRECTORY.resolve("database"));
				Node a = new Node("a", database, DIRECTORY);
				Node b = new Node("b", database, DIRECTORY)) {
			say("PostgreSQL runs at " + database.getJdbcUrl());
			start(a, b);
			try (Clients clients = new Clients(CLIENTS, List.of(a, b), this.deadline)) {
				return play(new Books(database), a, clients);
			}
		}
	}

	private Report play(Books books, Node victim, Clients clients) throws Exception {
		List<Purchase> purchases = Purchase.list(ORDERS);
		Answers answers = clients.answers();
		say("%d clients send %,d requests for %d orders".formatted(CLIENTS, purchases.size(), ORDERS));

		CompletableFuture<Void> together = clients.pay(purchases.subList(0, 400));
		this.deadline.await("the gateway is asked for order " + Gateway.LOST_ANSWER, () -> {
			answers.firstUnexpected().ifPresent((answer) -> {
				throw new StoryFailedException("Unexpected answer " + answer);
			});
			return books.gatewayWasAskedFor(Gateway.LOST_ANSWER);
		});
		victim.kill();
		say("Killed in the middle of a charge, by SIGKILL: " + victim);

		clients.pay(purchases.subList(400, 600)).join();
		say("The other node went on alone; %d requests are answered".formatted(answers.countPaid()));

		start(victim);
		CompletableFuture.allOf(together, clients.pay(purchases.subList(600, purchases.size()))).join();
		say("All requests are answered");
		return new Report(purchases.size(), ORDERS, answers, books.figures());
	}

	private void start(Node... nodes) throws IOException {
		for (Node node : nodes) {
			node.start();
		}
		for (Node node : nodes) {
			node.awaitReady(this.deadline);
			say("Started: " + node);
		}
	}

	private void say(String what) {
		System.out.printf("%5.1f s  %s%n", (System.nanoTime() - this.start) / 1e9, what);
	}

}
