package io.istos.verification.crash;

import io.istos.testing.TestDatabase;
import io.istos.verification.Audit;

/**
 * Kills hundreds of nodes. Arguments: how many (200), and how many calls halt at each
 * step in each of them (2). Ends with 1 if anything disagreed.
 */
public final class CrashProgram {

	private CrashProgram() {
	}

	public static void main(String[] arguments) {
		int kills = (arguments.length > 0) ? Integer.parseInt(arguments[0]) : 200;
		int keysPerStep = (arguments.length > 1) ? Integer.parseInt(arguments[1]) : 2;
		boolean right;
		try (TestDatabase database = TestDatabase.create(); CrashRun run = new CrashRun(database)) {
			long start = System.nanoTime();
			run.run(kills, keysPerStep);
			Audit audit = run.audit();
			System.out.println(run.kills() + " processes killed in " + (System.nanoTime() - start) / 1_000_000_000
					+ " s; other calls ran freely at the time");
			run.table().print();
			audit.table().print();
			run.complaints().forEach(System.out::println);
			right = run.complaints().isEmpty() && audit.violations() == 0;
			System.out.println(right ? "Rows and outcomes agree, every time" : "BROKEN");
		}
		System.exit(right ? 0 : 1);
	}

}
