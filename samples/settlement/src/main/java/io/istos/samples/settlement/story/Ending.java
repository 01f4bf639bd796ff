package io.istos.samples.settlement.story;

import java.util.List;
import java.util.function.ToLongFunction;

import io.istos.samples.stage.Report;

/**
 * What the story comes to.
 *
 * @param jobs what became of the calls
 * @param books what was written
 * @param witnesses what the processes say
 */
record Ending(List<Books.Job> jobs, Books.Figures books, List<Witness> witnesses) {

	Report report() {
		Report report = new Report("Every job was done once, and nothing was written under a lost lease.");
		calls(report);
		rows(report);
		Witness.heading(report);
		this.witnesses.forEach((witness) -> witness.lines(report));
		demands(report);
		return report;
	}

	private void calls(Report report) {
		report.heading(row("Calls", "fired", "ran", "skipped", "took over", "refused", "cut off", "failed"));
		this.jobs.forEach((job) -> report.heading(row("  " + job.job(), job.fired(), job.runs(), job.skips(),
				job.takeOvers(), job.refused(), job.cutOff(), job.failed())));
	}

	private static String row(Object... cells) {
		return "%-17s %8s %8s %8s %10s %8s %8s %8s".formatted(cells);
	}

	private void rows(Report report) {
		report.heading("Done once")
			.line("business days settled", this.books.settlements(), "of " + this.books.days())
			.line("statements printed", this.books.statements(), "for %d customers".formatted(this.books.customers()))
			.line("messages sent", this.books.sent(), "of " + this.books.messages())
			.heading("Fenced")
			.line("rows written under leases", this.books.written(), "each with its lease's epoch")
			.line("under a lease that no run had", this.books.strangers(), "")
			.line("under a lost lease", this.books.late(), "committed after a later holder's row");
	}

	private void demands(Report report) {
		report.expect(this.witnesses.stream().filter((witness) -> witness.scraped() != null).count() == 2,
				"Not every node that lives was scraped");
		report.expect(this.books.late() == 0, "Rows were written under a lost lease")
			.expect(this.books.strangers() == 0, "Rows were written under a lease that no run had")
			.expect(this.books.settlements() == this.books.days(), "A day was settled twice, or not at all")
			.expect(this.books.statements() == this.books.customers(), "A customer got two statements, or none")
			.expect(this.books.sent() == this.books.messages(), "A message was not sent")
			.expect(of("settle", Books.Job::skips) > 0, "No settlement was skipped, although it fired on three nodes")
			.expect(of("settle", Books.Job::takeOvers) > 0, "Nobody took over from the node that was stopped")
			.expect(of("settle", Books.Job::refused) > 0, "The commit of the node that was stopped was not refused")
			.expect(of("printStatements", Books.Job::cutOff) > 0, "No node was killed while it printed statements")
			.expect(of("printStatements", Books.Job::takeOvers) > 0, "Nobody took over from the node that was killed")
			.expect(of("relay", Books.Job::leases) > 1, "Nobody took over from the leader");
	}

	private long of(String job, ToLongFunction<Books.Job> figure) {
		return this.jobs.stream().filter((candidate) -> candidate.job().equals(job)).mapToLong(figure).sum();
	}

}
