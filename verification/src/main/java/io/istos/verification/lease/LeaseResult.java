package io.istos.verification.lease;

import io.istos.verification.stress.Tally;

/**
 * What a run came to.
 *
 * @param tally what happened
 * @param audit what the database says in the end
 */
public record LeaseResult(Tally tally, LeaseAudit audit) {

	/**
	 * Print everything.
	 * @param fenced whether commits were fenced
	 * @return whether there were violations if and only if they were not
	 */
	public boolean report(boolean fenced) {
		this.tally.table().print();
		this.audit.table().print();
		long violations = this.audit.violations();
		boolean expected = fenced == (violations == 0);
		System.out.println(violations + " violations " + (fenced ? "with" : "WITHOUT") + " the fence: "
				+ (expected ? "as expected" : "NOT AS EXPECTED"));
		return expected;
	}

}
