package io.istos.storage.memory;

import org.jspecify.annotations.Nullable;

import io.istos.storage.ClaimKey;
import io.istos.storage.LogEntry;

/**
 * The rows as somebody sees and writes them: everyone, or one open transaction.
 */
interface Rows {

	/**
	 * The row of a key, as far as it is visible here.
	 */
	@Nullable Row find(ClaimKey key);

	/**
	 * Whether somebody else's open transaction has the key.
	 */
	boolean isLocked(ClaimKey key);

	/**
	 * Write a row that is not locked.
	 */
	void write(ClaimKey key, Row row);

	/**
	 * Append to the event log.
	 */
	void append(String namespace, LogEntry entry);

}
