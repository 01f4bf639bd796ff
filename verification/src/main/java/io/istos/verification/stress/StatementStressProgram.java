package io.istos.verification.stress;

import java.time.Duration;
import java.util.Arrays;

/**
 * The stress over the bare statements. Arguments: seconds (60), and
 * {@code --without-owner-check} to demand that it finds violations then.
 */
public final class StatementStressProgram {

	private StatementStressProgram() {
	}

	public static void main(String[] arguments) {
		boolean ownerCheck = !Arrays.asList(arguments).contains("--without-owner-check");
		long seconds = Arrays.stream(arguments)
			.filter((argument) -> !argument.startsWith("--"))
			.mapToLong(Long::parseLong)
			.findFirst()
			.orElse(60);
		StressResult result = StatementStress.run(Duration.ofSeconds(seconds), ownerCheck);
		System.exit(result.report(ownerCheck) ? 0 : 1);
	}

}
