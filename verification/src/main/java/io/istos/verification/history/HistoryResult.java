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
	 * Print it.
	 * @return whether there is an explanation for every key
	 */
	boolean report() {
		this.tally.table().print();
		this.violations.forEach((key, violation) -> System.out.println(key + ": " + violation));
		System.out.println(this.violations.size() + " keys whose history is not linearisable");
		return this.violations.isEmpty();
	}

}
