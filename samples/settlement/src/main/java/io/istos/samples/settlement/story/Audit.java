package io.istos.samples.settlement.story;

import java.net.URI;
import java.time.Duration;
import java.util.List;

import io.istos.samples.stage.Deadline;
import io.istos.samples.stage.Node;
import io.istos.samples.stage.Scrape;

/**
 * Compares what processes say with the logbook. Jobs go on firing meanwhile, so a scrape
 * counts if the logbook says the same before and after it.
 */
final class Audit {

	private static final int LOOKS = 60;

	private static final Duration BETWEEN_LOOKS = Duration.ofMillis(70);

	private final Books books;

	private final Deadline deadline;

	private final long released;

	/**
	 * Create an audit.
	 * @param books the logbook
	 * @param deadline when the story is over
	 * @param released the last lease on the outbox that was given up by its holder
	 */
	Audit(Books books, Deadline deadline, long released) {
		this.books = books;
		this.deadline = deadline;
		this.released = released;
	}

	List<Witness> hear(List<Node> nodes) {
		return this.books.processes().stream().map((process) -> hear(process, nodes)).toList();
	}

	private Witness hear(Books.Caller process, List<Node> nodes) {
		return nodes.stream()
			.filter((node) -> node.isAlive() && node.incarnation().pid() == process.pid())
			.findFirst()
			.map((node) -> hearOften(process, URI.create(node.incarnation().greeting())))
			.orElseGet(() -> new Witness(process, null, this.books.account(process.pid(), this.released)));
	}

	/** Until they agree; else the last difference stands. */
	private Witness hearOften(Books.Caller process, URI node) {
		Witness witness = look(process, node);
		for (int look = 1; look < LOOKS && !witness.agrees(); look++) {
			this.deadline.pause(BETWEEN_LOOKS, process + " and the logbook agree");
			witness = look(process, node);
		}
		return witness;
	}

	private Witness look(Books.Caller process, URI node) {
		Account before = this.books.account(process.pid(), this.released);
		Account scraped = Account.scraped(Scrape.of(node), before);
		Account after = this.books.account(process.pid(), this.released);
		return new Witness(process, scraped, before.equals(scraped) ? after : before);
	}

}
