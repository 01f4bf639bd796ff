package io.istos.samples.stage;

import java.util.ArrayList;
import java.util.List;

/**
 * The end of a story: its figures, and whether they are as they must be.
 */
public final class Report {

	private final List<String> lines = new ArrayList<>();

	private final List<String> faults = new ArrayList<>();

	private final String moral;

	/**
	 * Begin a report.
	 * @param moral what it says if nothing is wrong
	 */
	public Report(String moral) {
		this.moral = moral;
	}

	/**
	 * Adds a heading.
	 * @param heading the heading
	 * @return this
	 */
	public Report heading(String heading) {
		this.lines.add(heading);
		return this;
	}

	/**
	 * Adds a figure.
	 * @param what what was counted
	 * @param figure how often
	 * @param remark what there is to say about it
	 * @return this
	 */
	public Report line(String what, long figure, String remark) {
		return line(what, "%,d".formatted(figure), remark);
	}

	/**
	 * Adds a line.
	 * @param what what it is about
	 * @param figure the figure
	 * @param remark what there is to say about it
	 * @return this
	 */
	public Report line(String what, String figure, String remark) {
		this.lines.add("  %-41s %8s   %s".formatted(what, figure, remark).stripTrailing());
		return this;
	}

	/**
	 * Demands something of the figures.
	 * @param condition whether they are as they must be
	 * @param fault what is wrong if they aren't
	 * @return this
	 */
	public Report expect(boolean condition, String fault) {
		if (!condition) {
			this.faults.add(fault);
		}
		return this;
	}

	/**
	 * Prints everything.
	 * @return whether nothing is wrong
	 */
	boolean print() {
		System.out.printf("%n%s%n%n", String.join(System.lineSeparator(), this.lines));
		this.faults.forEach((fault) -> System.out.println("FAILED: " + fault));
		if (this.faults.isEmpty()) {
			System.out.println(this.moral);
		}
		return this.faults.isEmpty();
	}

}
