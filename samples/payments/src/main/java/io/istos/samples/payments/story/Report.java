package io.istos.samples.payments.story;

import java.util.ArrayList;
import java.util.List;

/**
 * The end of the story: its figures, and whether they are as they must be.
 *
 * @param requests how many requests were to be answered
 * @param orders how many orders were to be paid
 * @param answers what the clients were told
 * @param books what the database says
 */
record Report(long requests, long orders, Answers answers, Books.Figures books) {

	String table() {
		List<String> lines = new ArrayList<>();
		lines.add("Requests");
		lines.add(line("sent by clients, duplicates included", this.requests, ""));
		lines.add(line("answered: paid", this.answers.countPaid(), "201"));
		lines.add(line("answered on the way: in flight", this.answers.countInFlight(), "409, asked again later"));
		lines.add(line("no answer: the node was dead", this.answers.countMissing(), "asked again"));
		lines.add("Charges");
		lines.add(line("executed", this.books.executed(), "done in the ledger"));
		lines.add(line("replayed", replayed(), "answers beyond the first of an order"));
		lines.add(line("taken over from the killed node", this.books.takenOver(), "more than one attempt"));
		lines.add("Exactly once");
		lines.add(line("payment rows per order", range(this.books.leastPayments(), this.books.mostPayments()),
				"%,d rows, %,d orders".formatted(this.books.payments(), this.books.paidOrders())));
		lines.add(line("different answers per order", this.answers.mostReceipts(), "at most"));
		lines.add("At the gateway, which knows nothing of transactions");
		lines.add(line("charges", this.books.charges(), "for %,d orders".formatted(this.books.chargedOrders())));
		lines.add(line("calls per downstream key", range(this.books.leastCalls(), this.books.mostCalls()),
				"%,d calls".formatted(this.books.calls())));
		return String.join(System.lineSeparator(), lines);
	}

	/**
	 * What is wrong.
	 * @return a sentence for each figure that is not as it must be
	 */
	List<String> faults() {
		List<String> faults = new ArrayList<>();
		this.answers.firstUnexpected().ifPresent((answer) -> faults.add("Unexpected answer " + answer));
		expect(faults, this.answers.countPaid() == this.requests, "Not every request was answered by a payment");
		expect(faults, this.answers.mostReceipts() == 1, "Duplicates got different answers");
		expect(faults, this.books.paidOrders() == this.orders, "Not every order is paid");
		expect(faults, this.books.mostPayments() == 1, "An order is paid more than once");
		expect(faults, this.books.executed() == this.orders, "Not every charge is done in the ledger");
		expect(faults, this.books.unfinished() == 0, "A charge is left unfinished in the ledger");
		expect(faults, this.books.takenOver() > 0, "Nothing was taken over from the killed node");
		expect(faults, this.books.charges() == this.orders, "The gateway took money more or less than once per order");
		expect(faults, this.books.mostCalls() > 1, "The gateway was not asked again for the interrupted charge");
		return faults;
	}

	private long replayed() {
		return this.answers.countPaid() - this.answers.countOrders();
	}

	private static void expect(List<String> faults, boolean condition, String fault) {
		if (!condition) {
			faults.add(fault);
		}
	}

	private static String line(String what, long figure, String remark) {
		return line(what, "%,d".formatted(figure), remark);
	}

	private static String line(String what, String figure, String remark) {
		return "  %-37s %8s   %s".formatted(what, figure, remark).stripTrailing();
	}

	private static String range(long least, long most) {
		return (least == most) ? String.valueOf(least) : least + " to " + most;
	}

}
