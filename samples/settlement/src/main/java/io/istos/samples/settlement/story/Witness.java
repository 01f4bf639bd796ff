package io.istos.samples.settlement.story;

import org.jspecify.annotations.Nullable;

import io.istos.samples.stage.Report;

/**
 * What a process says of itself, against what the logbook says of it.
 *
 * @param process the process
 * @param scraped what it says; {@code null} if it is gone, and its counts with it
 * @param told what the logbook says
 */
record Witness(Books.Caller process, @Nullable Account scraped, Account told) {

	boolean agrees() {
		return this.told.equals(this.scraped);
	}

	static void heading(Report report) {
		report.heading(row("As scraped", "fired", "ran", "skipped", "refused", "failed", ""));
	}

	void lines(Report report) {
		if (this.scraped == null) {
			report.heading("  " + this.process + ": gone, and its counts with it");
			return;
		}
		report.heading("  " + this.process + (agrees() ? ": equal to the logbook" : ": NOT equal to the logbook"));
		this.scraped.calls().forEach((calls) -> calls(report, calls));
		leases(report, this.scraped);
		report.expect(agrees(), "%s counts %s, but the logbook %s".formatted(this.process, this.scraped, this.told));
	}

	private static void calls(Report report, Account.Calls calls) {
		report.heading(row("    " + calls.job(), calls.fired(), calls.ran(), calls.skipped(), calls.refused(),
				calls.failed(), ""));
	}

	private static void leases(Report report, Account account) {
		report.heading("    leases taken over %d, lost %s, commits refused %d".formatted(account.takeOvers(),
				(account.lostLeases() != null) ? account.lostLeases() : "(not compared: it lost its leadership)",
				account.refusedFences()));
	}

	private static String row(Object... cells) {
		return "%-31s %8s %8s %8s %8s %8s %s".formatted(cells).stripTrailing();
	}

}
