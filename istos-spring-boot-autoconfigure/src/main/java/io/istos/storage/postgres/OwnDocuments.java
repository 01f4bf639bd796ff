package io.istos.storage.postgres;

import java.sql.SQLException;
import java.util.Optional;

import io.istos.storage.Document;
import io.istos.storage.EntryKey;
import io.istos.storage.postgres.DocumentSteps.Answer;
import io.istos.storage.postgres.DocumentSteps.Deletion;
import io.istos.storage.postgres.DocumentSteps.Write;

/**
 * The steps of documents. Writes are not repeated when their answer was lost: they would
 * meet themselves, and be told that another came first.
 */
final class OwnDocuments {

	private final Combiner<EntryKey, Optional<Document>> reads;

	private final Combiner<Write, Optional<Answer>> creations;

	private final Combiner<Write, Optional<Answer>> replacements;

	private final Combiner<Deletion, Optional<Boolean>> deletions;

	OwnDocuments(OwnSteps steps) {
		this.reads = steps.combined(DocumentSteps.FIND);
		this.creations = steps.combinedOnce(DocumentSteps.CREATE, (write) -> write.value().length());
		this.replacements = steps.combinedOnce(DocumentSteps.REPLACE, (write) -> write.value().length());
		this.deletions = steps.combinedOnce(DocumentSteps.DELETE, (deletion) -> 0);
	}

	int waitingReads() {
		return this.reads.waiting();
	}

	int waitingCreations() {
		return this.creations.waiting();
	}

	Optional<Document> find(EntryKey key) throws SQLException {
		return this.reads.ask(key);
	}

	Optional<Answer> create(Write write) throws SQLException {
		return this.creations.ask(write);
	}

	Optional<Answer> replace(Write write) throws SQLException {
		return this.replacements.ask(write);
	}

	Optional<Boolean> delete(Deletion deletion) throws SQLException {
		return this.deletions.ask(deletion);
	}

}
