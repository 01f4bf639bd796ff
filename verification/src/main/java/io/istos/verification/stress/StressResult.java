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
	 * Print tally and audit.
	 */
	public void print() {
		this.tally.table().print();
		this.audit.table().print();
		this.contradictions.stream().limit(20).forEach(System.out::println);
	}

}
