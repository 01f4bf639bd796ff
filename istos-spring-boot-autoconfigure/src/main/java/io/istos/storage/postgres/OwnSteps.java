package io.istos.storage.postgres;

import java.time.Duration;
import java.util.function.ToIntFunction;

import io.istos.storage.StorageListener;

/**
 * How steps run that are transactions of their own.
 *
 * @param sql the statements
 * @param combined runs what is combined, and what is asked one by one
 * @param renewing runs renewals
 * @param patience how long to wait for the answer of a combined statement
 * @param listener is told how many items travel together
 */
record OwnSteps(Sql sql, OwnTransactions combined, OwnTransactions renewing, Duration patience,
		StorageListener listener) {

	private static final int MOST_ITEMS = 128;

	private static final int MOST_CHARACTERS = 1_000_000;

	/** More than a key, tokens and notes take. */
	private static final int ITEM_CHARACTERS = 1_000;

	<Q, A> Combiner<Q, A> combined(Step<Q, A> step) {
		return combined(step, (item) -> 0);
	}

	/**
	 * With items of which some are large.
	 */
	<Q, A> Combiner<Q, A> combined(Step<Q, A> step, ToIntFunction<Q> size) {
		StepStatement<Q, A> statement = StepStatement.own(step, this.sql, this.listener);
		return new Combiner<>(rules(step, size),
				(items) -> this.combined.repeatable((connection) -> statement.execute(connection, items.get())));
	}

	/**
	 * With items that may not be sent again when the answer was lost.
	 */
	<Q, A> Combiner<Q, A> combinedOnce(Step<Q, A> step, ToIntFunction<Q> size) {
		StepStatement<Q, A> statement = StepStatement.own(step, this.sql, this.listener);
		return new Combiner<>(rules(step, size),
				(items) -> this.combined.once((connection) -> statement.execute(connection, items.get())));
	}

	private <Q> CombinedBatch.Rules<Q> rules(Step<Q, ?> step, ToIntFunction<Q> size) {
		return new CombinedBatch.Rules<>(step.order(), (item) -> ITEM_CHARACTERS + size.applyAsInt(item), MOST_ITEMS,
				MOST_CHARACTERS, this.patience);
	}

	<Q, A> BulkStep<Q, A> renewals(Step<Q, A> step) {
		return new BulkStep<>(step.order(), StepStatement.own(step, this.sql, this.listener), this.renewing);
	}

}
