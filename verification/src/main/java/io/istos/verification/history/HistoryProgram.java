package io.istos.verification.history;

import java.time.Duration;
import java.util.Arrays;

/**
 * Records what two processes are answered while PostgreSQL is restarted, and checks it.
 * Arguments: seconds (60), and {@code --careless} to demand that the check finds
 * violations of a careless store. Ends with 1 if it finds what it must not.
 */
public final class HistoryProgram {

	private HistoryProgram() {
	}

	public static void main(String[] arguments) {
		boolean careful = !Arrays.asList(arguments).contains("--careless");
		long seconds = Arrays.stream(arguments)
			.filter((argument) -> !argument.startsWith("--"))
			.mapToLong(Long::parseLong)
			.findFirst()
			.orElse(60);
		System.exit(HistoryRun.run(Duration.ofSeconds(seconds), careful).report(careful) ? 0 : 1);
	}

}
