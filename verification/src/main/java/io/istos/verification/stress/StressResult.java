package io.istos.verification.stress;

import java.util.List;

import io.istos.verification.Audit;

/**
 * What a stress came to.
 *
 * @param tally what happened
 * @param audit what the database says in the end
 * @param contradictions what callers were told and should not have been
 */
public record StressResult(Tally tally, Audit audit, List<String> contradictions) {

	/**
	 * How often the promise was broken.
	 * @return the number of keys and contradictions
	 */
	public long violations() {
		return this.audit.violations() + this.contradictions.size();
	}

	/**
	 * Print everything.
	 * @param ownerCheck whether completions checked the owner
	 * @return whether there were violations if and only if they did not
	 */
	public boolean report(boolean ownerCheck) {
		this.tally.table().print();
		this.audit.table().print();
		this.contradictions.stream().limit(20).forEach(System.out::println);
		boolean expected = ownerCheck == (violations() == 0);
		System.out.println(violations() + " violations " + (ownerCheck ? "with" : "WITHOUT") + " the owner check: "
				+ (expected ? "as expected" : "NOT AS EXPECTED"));
		return expected;
	}

}
