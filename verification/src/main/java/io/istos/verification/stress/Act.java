package io.istos.verification.stress;

import java.util.concurrent.ThreadLocalRandom;

/**
 * What the body of a durable method does besides writing its row.
 */
public enum Act {

	/** Nothing. */
	PLAIN(50),
	/** Takes longer than the lease. */
	SLOW(4),
	/** Stalls past the lease, not renewed. */
	STALL(6),
	/** Throws, which rolls back. */
	THROW(10),
	/** Throws a checked exception, which commits. */
	REFUSE(8),
	/** Asks for a rollback and returns. */
	ROLLBACK_ONLY(8),
	/** Writes another row and rolls that back to a savepoint. */
	SAVEPOINT(8),
	/** Cuts its own connection. */
	CUT(6);

	private final int weight;

	Act(int weight) {
		this.weight = weight;
	}

	static Act random() {
		int left = ThreadLocalRandom.current().nextInt(100);
		for (Act act : values()) {
			left -= act.weight;
			if (left < 0) {
				return act;
			}
		}
		return PLAIN;
	}

}
