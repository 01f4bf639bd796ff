package io.istos.storage.postgres;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

import io.istos.storage.EntryKey;
import io.istos.storage.KeyValueStore;
import io.istos.storage.postgres.Step.Field;

/**
 * Values in PostgreSQL. As with documents, a write whose answer was lost is not repeated:
 * it might undo another's that came after it.
 */
final class PostgresValues implements KeyValueStore {

	static final Step<EntryKey, Optional<String>> GET = Step.ofEntry("get-value", Function.identity(), List.of(),
			(row) -> Optional.ofNullable(row.getString("value")));

	static final Step<Entry, Optional<Boolean>> PUT = Step.ofEntry("put-value", Entry::key,
			List.of(Field.text("value", Entry::value)), (row) -> done(row.getBoolean("done")));

	static final Step<EntryKey, Optional<Boolean>> DELETE = Step.ofEntry("delete-value", Function.identity(), List.of(),
			(row) -> done(row.getBoolean("done")));

	private final Questions questions;

	private final Combiner<EntryKey, Optional<String>> reads;

	private final Combiner<Entry, Optional<Boolean>> writes;

	private final Combiner<EntryKey, Optional<Boolean>> deletions;

	private final Duration lockTimeout;

	PostgresValues(Questions questions, OwnSteps steps, Duration lockTimeout) {
		this.questions = questions;
		this.reads = steps.combined(GET);
		this.writes = steps.combinedOnce(PUT, (entry) -> entry.value().length());
		this.deletions = steps.combinedOnce(DELETE, (key) -> 0);
		this.lockTimeout = lockTimeout;
	}

	private static Optional<Boolean> done(boolean done) {
		return done ? Optional.of(true) : Optional.empty();
	}

	@Override
	public void put(EntryKey key, String value) {
		Storable.checkJson("value", value);
		this.questions.tell("put a value",
				() -> Persistence.patient(() -> this.writes.ask(new Entry(key, value)), this.lockTimeout));
	}

	@Override
	public Optional<String> get(EntryKey key) {
		return this.questions.ask("get a value", () -> this.reads.ask(key));
	}

	@Override
	public void delete(EntryKey key) {
		this.questions.tell("delete a value",
				() -> Persistence.patient(() -> this.deletions.ask(key), this.lockTimeout));
	}

	/**
	 * A value to put.
	 *
	 * @param key the key
	 * @param value the value
	 */
	record Entry(EntryKey key, String value) {
	}

}
