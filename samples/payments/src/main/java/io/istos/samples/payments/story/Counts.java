package io.istos.samples.payments.story;

import java.util.Map;

import io.istos.samples.stage.Report;
import io.istos.samples.stage.Scrape;

/**
 * What one process did with the calls of its clients.
 *
 * @param executed charges that it ran
 * @param paid requests that it answered by a payment, run or replayed
 * @param conflicts requests that it answered by a conflict
 * @param otherwise requests that it answered in another way
 * @param takenOver charges that a dead process had begun
 * @param running charges that it has not ended
 * @param abandoned charges in the ledger that nobody has ended
 */
record Counts(long executed, long paid, long conflicts, long otherwise, long takenOver, long running, long abandoned) {

	private static final String CALLS = "istos_durable_seconds_count";

	private static final Map<String, String> CHARGE = Map.of("operation", "payment\\.charge");

	/**
	 * As the process says itself.
	 */
	static Counts scraped(Scrape scrape) {
		long paid = calls(scrape, "executed|replayed|waited");
		long conflicts = calls(scrape, "in-flight|lost");
		return new Counts(calls(scrape, "executed"), paid, conflicts, calls(scrape, ".*") - paid - conflicts,
				scrape.count("istos_claims_takeovers_total", CHARGE), scrape.countOf("istos_claims_running"),
				scrape.countOf("istos_claims_abandoned"));
	}

	private static long calls(Scrape scrape, String outcomes) {
		return scrape.count(CALLS, Map.of("operation", "payment\\.charge", "outcome", outcomes));
	}

	/**
	 * As the ledger and the clients of the process say.
	 * @param ran what the ledger says of the process
	 * @param answers what the clients say
	 * @param unfinished how many charges in the ledger are not done
	 */
	static Counts told(Books.Ran ran, Answers answers, long unfinished) {
		return new Counts(ran.executed(), answers.countPaid(ran.pid()), answers.countInFlight(ran.pid()), 0,
				ran.takenOver(), ran.running(), unfinished);
	}

	static void heading(Report report) {
		report.heading(row("As scraped", "executed", "201", "409", "other", "took over", "running", "abandoned"));
	}

	void line(Report report, String who) {
		report.heading(row("  " + who, this.executed, this.paid, this.conflicts, this.otherwise, this.takenOver,
				this.running, this.abandoned));
	}

	private static String row(Object... cells) {
		return "%-31s %8s %6s %6s %6s %10s %8s %10s".formatted(cells);
	}

}
