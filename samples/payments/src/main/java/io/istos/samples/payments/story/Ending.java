package io.istos.samples.payments.story;

import java.util.List;

import io.istos.samples.stage.Report;

/**
 * What the story comes to.
 *
 * @param requests how many requests were to be answered
 * @param orders how many orders were to be paid
 * @param answers what the clients were told
 * @param books what the database says
 * @param witnesses what the processes say
 */
record Ending(long requests, long orders, Answers answers, Books.Figures books, List<Witness> witnesses) {

	Report report() {
		Report report = new Report("Every order was paid once, and duplicates got the same answer.");
		figures(report);
		Counts.heading(report);
		this.witnesses.forEach((witness) -> witness.lines(report));
		demands(report);
		return report;
	}

	private void figures(Report report) {
		report.heading("Requests")
			.line("sent by clients, duplicates included", this.requests, "")
			.line("answered: paid", this.answers.countPaid(), "201")
			.line("answered on the way: in flight", this.answers.countInFlight(), "409, asked again later")
			.line("no answer: the node was dead", this.answers.countMissing(), "asked again")
			.heading("Charges")
			.line("executed", this.books.executed(), "done in the ledger")
			.line("replayed", replayed(), "answers beyond the first of an order")
			.line("taken over from the killed node", this.books.takenOver(), "more than one attempt")
			.heading("Exactly once")
			.line("payment rows per order", range(this.books.leastPayments(), this.books.mostPayments()),
					"%,d rows, %,d orders".formatted(this.books.payments(), this.books.paidOrders()))
			.line("different answers per order", this.answers.mostReceipts(), "at most")
			.heading("At the gateway, which knows nothing of transactions")
			.line("charges", this.books.charges(), "for %,d orders".formatted(this.books.chargedOrders()))
			.line("calls per downstream key", range(this.books.leastCalls(), this.books.mostCalls()),
					"%,d calls".formatted(this.books.calls()));
	}

	private void demands(Report report) {
		report.expect(this.witnesses.stream().filter((witness) -> witness.scraped() != null).count() == 2,
				"Not every node that lives was scraped");
		this.answers.firstUnexpected().ifPresent((answer) -> report.expect(false, "Unexpected answer " + answer));
		report.expect(this.answers.countPaid() == this.requests, "Not every request was answered by a payment")
			.expect(this.answers.mostReceipts() == 1, "Duplicates got different answers")
			.expect(this.books.paidOrders() == this.orders, "Not every order is paid")
			.expect(this.books.mostPayments() == 1, "An order is paid more than once")
			.expect(this.books.executed() == this.orders, "Not every charge is done in the ledger")
			.expect(this.books.unfinished() == 0, "A charge is left unfinished in the ledger")
			.expect(this.books.takenOver() > 0, "Nothing was taken over from the killed node")
			.expect(this.books.charges() == this.orders, "The gateway took money more or less than once per order")
			.expect(this.books.mostCalls() > 1, "The gateway was not asked again for the interrupted charge");
	}

	private long replayed() {
		return this.answers.countPaid() - this.answers.countOrders();
	}

	private static String range(long least, long most) {
		return (least == most) ? String.valueOf(least) : least + " to " + most;
	}

}
