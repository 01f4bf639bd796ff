package io.istos.verification.history;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Makes values and handles that nobody else makes.
 */
final class Names {

	private final String node;

	private final AtomicLong last = new AtomicLong();

	Names(String node) {
		this.node = node;
	}

	String next() {
		return this.node + "." + this.last.incrementAndGet();
	}

}
