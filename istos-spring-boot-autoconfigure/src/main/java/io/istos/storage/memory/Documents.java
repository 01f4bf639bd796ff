package io.istos.storage.memory;

import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;

import org.jspecify.annotations.Nullable;

import io.istos.storage.Document;
import io.istos.storage.DocumentChange;
import io.istos.storage.DocumentWrite;
import io.istos.storage.EntryKey;

/**
 * The documents, each locked for itself: whoever changes one at leisure keeps off neither
 * claims nor leases. Thread-safe.
 */
final class Documents {

	private final ConcurrentMap<EntryKey, Document> documents = new ConcurrentHashMap<>();

	private final AtomicLong versions;

	Documents(AtomicLong versions) {
		this.versions = versions;
	}

	Optional<Document> find(EntryKey key) {
		return Optional.ofNullable(this.documents.get(key));
	}

	DocumentWrite create(EntryKey key, String value) {
		Document created = document(value);
		return answer(created, this.documents.computeIfAbsent(key, (absent) -> created));
	}

	DocumentWrite replace(EntryKey key, long version, String value) {
		Document replacement = document(value);
		return answer(replacement, this.documents.computeIfPresent(key,
				(present, before) -> (before.version() == version) ? replacement : before));
	}

	private static DocumentWrite answer(Document written, @Nullable Document stored) {
		return new DocumentWrite(written.equals(stored), stored);
	}

	boolean delete(EntryKey key, long version) {
		Document document = this.documents.get(key);
		return document != null && document.version() == version && this.documents.remove(key, document);
	}

	Document update(EntryKey key, DocumentChange change) {
		return Objects.requireNonNull(this.documents.compute(key, (same, before) -> {
			String value = change.apply((before != null) ? before.value() : null);
			checkUnchanged(key, before);
			return document(value);
		}));
	}

	/**
	 * The lock keeps other threads off, but not the change itself.
	 */
	private void checkUnchanged(EntryKey key, @Nullable Document before) {
		if (!Objects.equals(this.documents.get(key), before)) {
			throw new IllegalStateException(
					"The change of a document writes that document itself: let it only return the new value");
		}
	}

	private Document document(String value) {
		return new Document(value, this.versions.incrementAndGet());
	}

}
