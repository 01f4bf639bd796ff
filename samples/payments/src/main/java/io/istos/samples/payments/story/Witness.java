package io.istos.samples.payments.story;

import org.jspecify.annotations.Nullable;

import io.istos.samples.stage.Node;
import io.istos.samples.stage.Report;

/**
 * What a process says of itself, against what ledger and clients say of it.
 *
 * @param process the process
 * @param scraped what it says; {@code null} if it was killed, and its counts with it
 * @param told what the others say
 */
record Witness(Node.Incarnation process, @Nullable Counts scraped, Counts told) {

	void lines(Report report) {
		if (this.scraped == null) {
			this.told.line(report, this.process + ", killed");
			report.heading("    its own counts are gone with it: ledger and clients alone tell of it");
			return;
		}
		this.scraped.line(report, this.process.toString());
		this.told.line(report, "  by ledger and clients");
		report.expect(this.scraped.equals(this.told),
				"%s counts %s, but ledger and clients %s".formatted(this.process, this.scraped, this.told));
	}

}
