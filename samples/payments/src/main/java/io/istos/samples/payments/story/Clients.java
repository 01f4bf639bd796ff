package io.istos.samples.payments.story;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;

import io.istos.samples.payments.gateway.Gateway;
import io.istos.samples.stage.Deadline;
import io.istos.samples.stage.Node;
import io.istos.samples.stage.StoryFailedException;

/**
 * Clients who ask, each one request at a time, until they know: told to come back, they
 * do so when told; without an answer, they ask another node.
 */
final class Clients implements AutoCloseable {

	private static final Duration WITHOUT_ANSWER = Duration.ofMillis(100);

	private final ExecutorService threads;

	private final HttpClient http = HttpClient.newBuilder()
		.version(HttpClient.Version.HTTP_1_1)
		.connectTimeout(Duration.ofSeconds(5))
		.build();

	private final List<Node> nodes;

	private final Deadline deadline;

	private final Answers answers = new Answers();

	/**
	 * Create the clients.
	 * @param count how many
	 * @param nodes whom they ask, first of all the one that has the unlucky order
	 * @param deadline when they give up
	 */
	Clients(int count, List<Node> nodes, Deadline deadline) {
		this.threads = Executors.newFixedThreadPool(count);
		this.nodes = nodes;
		this.deadline = deadline;
	}

	/**
	 * Lets the clients pay, all at once.
	 * @param purchases what to pay, in this order, some of it repeatedly
	 * @return completed when every request has its answer
	 */
	CompletableFuture<Void> pay(List<Purchase> purchases) {
		return CompletableFuture.allOf(purchases.stream()
			.map((purchase) -> CompletableFuture.runAsync(() -> pay(purchase), this.threads))
			.toArray(CompletableFuture<?>[]::new));
	}

	private void pay(Purchase purchase) {
		// The first node is the one that will be killed.
		int first = purchase.order().equals(Gateway.LOST_ANSWER) ? 0 : ThreadLocalRandom.current().nextInt(2);
		int turn = first;
		while (!ask(this.nodes.get(turn % this.nodes.size()).incarnation(), purchase)) {
			turn++;
		}
	}

	private boolean ask(Node.Incarnation node, Purchase purchase) {
		try {
			HttpResponse<String> response = this.http.send(request(URI.create(node.greeting()), purchase),
					HttpResponse.BodyHandlers.ofString());
			return isFinal(node, response, purchase);
		}
		catch (IOException ex) {
			this.answers.missing();
			this.deadline.pause(WITHOUT_ANSWER, "a node answers for " + purchase.order());
			return false;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new StoryFailedException("Interrupted while paying " + purchase.order());
		}
	}

	private static HttpRequest request(URI node, Purchase purchase) {
		return HttpRequest.newBuilder(node.resolve("/payments"))
			.timeout(Duration.ofSeconds(60))
			.header("Idempotency-Key", purchase.key())
			.header("Content-Type", "application/json")
			.POST(HttpRequest.BodyPublishers.ofString(purchase.json()))
			.build();
	}

	private boolean isFinal(Node.Incarnation node, HttpResponse<String> response, Purchase purchase) {
		String retryAfter = response.headers().firstValue("Retry-After").orElse("");
		if (response.statusCode() == 409 && !retryAfter.isEmpty()) {
			this.answers.inFlight(node);
			this.deadline.pause(Duration.ofSeconds(Long.parseLong(retryAfter)), purchase + " may be paid again");
			return false;
		}
		if (response.statusCode() == 201) {
			this.answers.paid(node, purchase.order(), response.body());
		}
		else {
			this.answers.unexpected(response.statusCode() + " " + response.body() + " for " + purchase);
		}
		return true;
	}

	Answers answers() {
		return this.answers;
	}

	@Override
	public void close() {
		this.threads.shutdownNow();
	}

}
