package io.istos.verification.lease;

import java.util.Arrays;

import io.istos.testing.TestDatabase;

/**
 * Stops and kills holders of leases. Arguments: rounds (200), and {@code --without-fence}
 * to demand that the audit finds violations then. Ends with 1 if the audit says what it
 * must not.
 */
public final class LeaseAuditProgram {

	private LeaseAuditProgram() {
	}

	public static void main(String[] arguments) {
		boolean fenced = !Arrays.asList(arguments).contains("--without-fence");
		int rounds = Arrays.stream(arguments)
			.filter((argument) -> !argument.startsWith("--"))
			.mapToInt(Integer::parseInt)
			.findFirst()
			.orElse(200);
		boolean right;
		try (TestDatabase database = TestDatabase.create(); LeaseRun run = new LeaseRun(database, fenced)) {
			long start = System.nanoTime();
			run.run(rounds);
			LeaseResult result = run.end();
			System.out.println(rounds + " rounds in " + (System.nanoTime() - start) / 1_000_000_000 + " s");
			right = result.report(fenced);
		}
		System.exit(right ? 0 : 1);
	}

}
