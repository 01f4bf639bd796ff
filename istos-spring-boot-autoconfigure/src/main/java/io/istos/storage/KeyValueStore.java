package io.istos.storage;

import java.util.Optional;

import io.istos.StorageUnavailableException;

/**
 * Keeps plain values. Thread-safe; every method is a transaction of its own, and throws
 * {@link StorageUnavailableException} when the store can't be asked or doesn't answer;
 * then a write may or may not have happened.
 */
public interface KeyValueStore {

	/**
	 * Store a value in the place of whatever was there.
	 * @param key the key
	 * @param value the value as JSON text
	 */
	void put(EntryKey key, String value);

	/**
	 * Read a value.
	 * @param key the key
	 * @return the value as JSON text, or empty if there is none
	 */
	Optional<String> get(EntryKey key);

	/**
	 * Delete a value, if there is one.
	 * @param key the key
	 */
	void delete(EntryKey key);

}
