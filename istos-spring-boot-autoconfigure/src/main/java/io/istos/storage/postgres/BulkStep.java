package io.istos.storage.postgres;

import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Runs a step for many items at once, in whatever order they come.
 *
 * @param <Q> an item
 * @param <A> an answer
 */
final class BulkStep<Q, A> {

	private static final int MOST_ITEMS = 1_000;

	private final Comparator<Q> order;

	private final StepStatement<Q, A> statement;

	private final OwnTransactions transactions;

	BulkStep(Comparator<Q> order, StepStatement<Q, A> statement, OwnTransactions transactions) {
		this.order = order;
		this.statement = statement;
		this.transactions = transactions;
	}

	/**
	 * Run the step.
	 * @param items the items, no key twice
	 * @return one answer for each, in order
	 */
	List<A> execute(List<Q> items) throws SQLException {
		Map<Integer, A> answers = new TreeMap<>();
		List<Integer> indexes = IntStream.range(0, items.size()).boxed().toList();
		for (List<Integer> part : Parts.of(indexes, Comparator.comparing(items::get, this.order), MOST_ITEMS)) {
			List<Q> sorted = part.stream().map(items::get).toList();
			List<A> answered = this.transactions.repeatable((connection) -> this.statement.execute(connection, sorted));
			for (int i = 0; i < answered.size(); i++) {
				answers.put(part.get(i), answered.get(i));
			}
		}
		return List.copyOf(answers.values());
	}

}
