package io.istos.coordination;

import java.util.Optional;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;

import io.istos.storage.Document;
import io.istos.storage.DocumentStore;
import io.istos.storage.DocumentWrite;
import io.istos.storage.EntryKey;

/**
 * A document in the store.
 *
 * @param <T> the type of the value
 */
final class StoredDoc<T> implements Doc<T> {

	static final int DEFAULT_ATTEMPTS = 10;

	private static final int ATTEMPTS_WITHOUT_LOCK = 3;

	private final DocumentStore store;

	private final EntryKey key;

	private final Values<T> values;

	private final int attempts;

	StoredDoc(DocumentStore store, EntryKey key, Values<T> values, int attempts) {
		if (attempts < 1) {
			throw new IllegalArgumentException("An update takes at least 1 attempt, not " + attempts);
		}
		this.store = store;
		this.key = key;
		this.values = values;
		this.attempts = attempts;
	}

	@Override
	public Optional<Versioned<T>> get() {
		return this.store.findDocument(this.key).map(this::read);
	}

	@Override
	public Versioned<T> update(UnaryOperator<T> change) {
		return update(change, null);
	}

	@Override
	@SuppressWarnings("NullAway") // the parameter is null for: none
	public Versioned<T> update(UnaryOperator<T> change, @Nullable T initial) {
		Document seen = this.store.findDocument(this.key).orElse(null);
		for (int attempt = 1; attempt <= Math.min(this.attempts, ATTEMPTS_WITHOUT_LOCK); attempt++) {
			String next = apply(change, initial, (seen != null) ? seen.value() : null);
			DocumentWrite write = write(seen, next);
			seen = write.document();
			if (write.written() && seen != null) {
				return read(seen);
			}
		}
		if (this.attempts <= ATTEMPTS_WITHOUT_LOCK) {
			throw new DocumentConflictException("A document was written by others in each of " + this.attempts
					+ " attempts. Try again, or allow more attempts");
		}
		return read(this.store.updateDocument(this.key, (value) -> apply(change, initial, value)));
	}

	private DocumentWrite write(@Nullable Document seen, String next) {
		return (seen != null) ? this.store.replaceDocument(this.key, seen.version(), next)
				: this.store.createDocument(this.key, next);
	}

	private String apply(UnaryOperator<T> change, @Nullable T initial, @Nullable String value) {
		T before = (value != null) ? this.values.read(value) : initial;
		if (before == null) {
			throw new DocumentMissingException(
					"The document to update does not exist. Create it with update(change, initial)");
		}
		return this.values.write(change.apply(before));
	}

	private Versioned<T> read(Document document) {
		return new Versioned<>(this.values.read(document.value()), document.version());
	}

	@Override
	public boolean delete() {
		Optional<Document> seen = this.store.findDocument(this.key);
		while (seen.isPresent()) {
			if (this.store.deleteDocument(this.key, seen.get().version())) {
				return true;
			}
			seen = this.store.findDocument(this.key);
		}
		return false;
	}

	@Override
	public Doc<T> maxAttempts(int attempts) {
		return new StoredDoc<>(this.store, this.key, this.values, attempts);
	}

}
