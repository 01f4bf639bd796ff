package io.istos.storage.postgres;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * Asks again where a race was lost.
 */
final class Persistence {

	private static final int QUICK_TRIES = 5;

	private static final long LONGEST_PAUSE = Duration.ofMillis(50).toNanos();

	private Persistence() {
	}

	/**
	 * Ask a few times at once.
	 */
	static <R> Optional<R> quick(Questions.Question<Optional<R>> question) throws SQLException {
		Optional<R> answer = Optional.empty();
		for (int i = 0; answer.isEmpty() && i < QUICK_TRIES; i++) {
			answer = question.ask();
		}
		return answer;
	}

	/**
	 * Ask until the time is over, holding no connection in between.
	 */
	static <R> R patient(Questions.Question<Optional<R>> question, Duration time) throws SQLException {
		long end = System.nanoTime() + time.toNanos();
		Optional<R> answer = quick(question);
		for (long pause = 1_000_000; answer.isEmpty(); pause = Math.min(2 * pause, LONGEST_PAUSE)) {
			if (System.nanoTime() - end > 0) {
				throw new SQLException("Another transaction held the row for " + time, "55P03");
			}
			LockSupport.parkNanos(pause);
			answer = question.ask();
		}
		return answer.get();
	}

}
