package io.istos.storage;

import java.util.Optional;

import io.istos.StorageUnavailableException;

/**
 * Keeps documents that are written conditionally. Thread-safe; every method is a
 * transaction of its own, and throws {@link StorageUnavailableException} when the store
 * can't be asked or doesn't answer; then a write may or may not have happened.
 */
public interface DocumentStore {

	/**
	 * Read a document.
	 * @param key the key
	 * @return the document, or empty if there is none
	 */
	Optional<Document> findDocument(EntryKey key);

	/**
	 * Put a document if there is none.
	 * @param key the key
	 * @param value the value as JSON text
	 * @return the answer; if not written, with the document that is there, never without
	 */
	DocumentWrite createDocument(EntryKey key, String value);

	/**
	 * Replace a document if it has a version.
	 * @param key the key
	 * @param version the version that was read
	 * @param value the new value as JSON text
	 * @return the answer; if not written, with the document that is there, of another
	 * version, or without one if none is there
	 */
	DocumentWrite replaceDocument(EntryKey key, long version, String value);

	/**
	 * Delete a document if it has a version.
	 * @param key the key
	 * @param version the version that was read
	 * @return whether it was deleted
	 */
	boolean deleteDocument(EntryKey key, long version);

	/**
	 * Change a document while it is locked, so that no other writer comes between;
	 * writers queue for it, but keep off neither claims nor leases. Costs more than
	 * {@link #replaceDocument}: for documents that many write at once.
	 * @param key the key
	 * @param change is given the value as JSON text, or {@code null} if there is none,
	 * and returns the new one; quick, without effects, and without asking the store
	 * itself, since the document is locked meanwhile, and since it may run again. What it
	 * throws is thrown, and nothing is written
	 * @return the document as written
	 */
	Document updateDocument(EntryKey key, DocumentChange change);

}
