package io.istos.verification.history;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

import io.istos.verification.history.Operation.Answer;
import io.istos.verification.stress.Tally;

/**
 * What a history says.
 *
 * @param tally how often each action was answered how, and sizes
 * @param violations what can't be explained, by key
 */
record HistoryResult(Tally tally, Map<String, String> violations) {

	private static final int MOST_SHOWN = 5;

	static final String UNANSWERED = "operations without an answer";

	static HistoryResult of(List<Operation> history) {
		Tally tally = new Tally();
		history.forEach((operation) -> tally.count(operation.action() + " " + operation.answer()));
		tally.count(UNANSWERED, history.stream().filter((operation) -> operation.answer() == Answer.UNKNOWN).count());
		Map<String, List<Operation>> byKey = history.stream().collect(Collectors.groupingBy(Operation::key));
		tally.count("operations", history.size());
		tally.count("keys", byKey.size());
		tally.count("most operations on a key", byKey.values().stream().mapToInt(List::size).max().orElse(0));
		Map<String, String> violations = new TreeMap<>();
		byKey.forEach((key, operations) -> Linearizability.violation(operations, initial(key))
			.ifPresent((violation) -> violations.put(key, violation)));
		return new HistoryResult(tally, violations);
	}

	private static Model initial(String key) {
		return key.startsWith("lease") ? Scope.FREE : Register.ABSENT;
	}

	/**
	 * Print it, and some of the violations.
	 * @param careful whether the nodes' store was
	 * @return whether there were violations if and only if it was not
	 */
	boolean report(boolean careful) {
		this.tally.table().print();
		this.violations.entrySet().stream().limit(MOST_SHOWN).forEach(System.out::println);
		boolean expected = careful == this.violations.isEmpty();
		System.out.println(this.violations.size() + " keys whose history is not linearisable, with a "
				+ (careful ? "careful" : "CARELESS") + " store: " + (expected ? "as expected" : "NOT AS EXPECTED"));
		return expected;
	}

}
