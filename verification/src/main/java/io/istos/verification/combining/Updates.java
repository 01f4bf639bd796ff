package io.istos.verification.combining;

import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

import io.istos.coordination.Coordination;
import io.istos.coordination.Doc;
import io.istos.coordination.DocumentConflictException;
import io.istos.coordination.Versioned;

/**
 * Updates of documents that count them, so that a lost one shows.
 */
final class Updates {

	private final AtomicLong updates = new AtomicLong();

	private final AtomicLong attempts = new AtomicLong();

	private final AtomicLong givenUp = new AtomicLong();

	private final Coordination coordination;

	private final String name;

	private final int documents;

	/**
	 * Create.
	 * @param coordination the store
	 * @param name the name that the keys begin with
	 * @param documents how many documents the writers share
	 */
	Updates(Coordination coordination, String name, int documents) {
		this.coordination = coordination;
		this.name = name;
		this.documents = documents;
	}

	void update(int writer) {
		try {
			document(writer % this.documents).update((count) -> {
				this.attempts.incrementAndGet();
				return count + 1;
			}, 0L);
			this.updates.incrementAndGet();
		}
		catch (DocumentConflictException ex) {
			this.givenUp.incrementAndGet();
		}
	}

	private Doc<Long> document(int number) {
		return this.coordination.doc(this.name + "-" + number, Long.class);
	}

	double attemptsPerUpdate() {
		return (double) this.attempts.get() / this.updates.get();
	}

	long givenUp() {
		return this.givenUp.get();
	}

	long lost() {
		return this.updates.get() - IntStream.range(0, this.documents)
			.mapToLong((number) -> document(number).get().map(Versioned::value).orElse(0L))
			.sum();
	}

}
