package io.istos.verification.stress;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/**
 * The stress through the public API. Arguments: seconds (60), how many nodes more in
 * processes of their own (0), and {@code --without-owner-check} to demand that it finds
 * violations then.
 */
public final class PublicApiStressProgram {

	private PublicApiStressProgram() {
	}

	public static void main(String[] arguments) {
		boolean ownerCheck = !Arrays.asList(arguments).contains("--without-owner-check");
		List<Integer> numbers = Arrays.stream(arguments)
			.filter((argument) -> !argument.startsWith("--"))
			.map(Integer::valueOf)
			.toList();
		int seconds = numbers.isEmpty() ? 60 : numbers.get(0);
		int processes = (numbers.size() < 2) ? 0 : numbers.get(1);
		StressResult result = PublicApiStress.run(Duration.ofSeconds(seconds), processes, ownerCheck);
		System.exit(result.report(ownerCheck) ? 0 : 1);
	}

}
