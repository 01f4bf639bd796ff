package io.istos.verification.stress;

import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;

import io.istos.verification.Table;

/**
 * Counts what happened, by name.
 */
public final class Tally {

	private final Map<String, LongAdder> counts = new ConcurrentSkipListMap<>();

	/**
	 * It happened.
	 * @param what its name
	 */
	public void count(String what) {
		count(what, 1);
	}

	/**
	 * It happened more than once.
	 * @param what its name
	 * @param times how often
	 */
	public void count(String what, long times) {
		this.counts.computeIfAbsent(what, (key) -> new LongAdder()).add(times);
	}

	/**
	 * How often something happened.
	 * @param what its name
	 * @return the count
	 */
	public long of(String what) {
		LongAdder count = this.counts.get(what);
		return (count != null) ? count.sum() : 0;
	}

	/**
	 * As a table for the console.
	 * @return the table
	 */
	public Table table() {
		Table table = new Table("what happened", "times");
		this.counts.forEach(table::row);
		return table;
	}

}
