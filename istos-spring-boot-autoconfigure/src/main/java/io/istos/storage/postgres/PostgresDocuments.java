package io.istos.storage.postgres;

import java.time.Duration;
import java.util.Optional;

import io.istos.storage.Document;
import io.istos.storage.DocumentChange;
import io.istos.storage.DocumentStore;
import io.istos.storage.DocumentWrite;
import io.istos.storage.EntryKey;
import io.istos.storage.postgres.DocumentSteps.Deletion;
import io.istos.storage.postgres.DocumentSteps.Write;

/**
 * Documents in PostgreSQL.
 */
final class PostgresDocuments implements DocumentStore {

	private final Questions questions;

	private final OwnDocuments own;

	private final LockedDocuments locked;

	private final Duration lockTimeout;

	PostgresDocuments(Questions questions, OwnSteps steps, OwnTransactions locking, Duration lockTimeout) {
		this.questions = questions;
		this.own = new OwnDocuments(steps);
		this.locked = new LockedDocuments(locking, steps.sql(), lockTimeout.dividedBy(2));
		this.lockTimeout = lockTimeout;
	}

	@Override
	public Optional<Document> findDocument(EntryKey key) {
		return this.questions.ask("read a document", () -> this.own.find(key));
	}

	@Override
	public DocumentWrite createDocument(EntryKey key, String value) {
		Storable.checkJson("document", value);
		return this.questions.ask("create a document",
				() -> Persistence.patient(() -> this.own.create(new Write(key, null, value)), this.lockTimeout)
					.of(value));
	}

	@Override
	public DocumentWrite replaceDocument(EntryKey key, long version, String value) {
		Storable.checkJson("document", value);
		return this.questions.ask("replace a document",
				() -> Persistence.patient(() -> this.own.replace(new Write(key, version, value)), this.lockTimeout)
					.of(value));
	}

	@Override
	public boolean deleteDocument(EntryKey key, long version) {
		return this.questions.ask("delete a document",
				() -> Persistence.patient(() -> this.own.delete(new Deletion(key, version)), this.lockTimeout));
	}

	@Override
	public Document updateDocument(EntryKey key, DocumentChange change) {
		return this.questions.ask("update a document", () -> this.locked.update(key, change));
	}

	int waitingReads() {
		return this.own.waitingReads();
	}

	int waitingCreations() {
		return this.own.waitingCreations();
	}

}
