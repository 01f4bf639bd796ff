package io.istos.verification.history;

import java.time.Duration;

/**
 * Records what two processes are answered while PostgreSQL is restarted, and checks it.
 * Argument: seconds (60). Ends with 1 if the history of a key is not linearisable.
 */
public final class HistoryProgram {

	private HistoryProgram() {
	}

	public static void main(String[] arguments) {
		long seconds = (arguments.length > 0) ? Long.parseLong(arguments[0]) : 60;
		System.exit(HistoryRun.run(Duration.ofSeconds(seconds)).report() ? 0 : 1);
	}

}
