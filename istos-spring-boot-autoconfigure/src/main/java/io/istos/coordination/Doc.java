package io.istos.coordination;

import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * One document: a typed value under a key, read and written as a whole. Thread-safe.
 *
 * @param <T> the type of the value
 */
public interface Doc<T> {

	/**
	 * Read the document.
	 * @return value and version, or empty if there is no document
	 */
	Optional<Versioned<T>> get();

	/**
	 * Change the document: read, apply, write if nobody else has written, else once more.
	 * After three attempts the document is locked for the next, so that many writers of
	 * one document don't starve each other.
	 * @param change makes the new value of the present one; pure, since it may run
	 * several times. What it throws is thrown, and nothing is written
	 * @return value and version as written
	 * @throws DocumentMissingException if there is no document
	 * @throws DocumentConflictException if every attempt met another writer
	 */
	Versioned<T> update(UnaryOperator<T> change);

	/**
	 * Change the document, or create it.
	 * @param change makes the new value of the present one, or of the initial one if
	 * there is no document; pure, since it may run several times
	 * @param initial what to start from if there is no document
	 * @return value and version as written
	 * @throws DocumentConflictException if every attempt met another writer
	 */
	Versioned<T> update(UnaryOperator<T> change, T initial);

	/**
	 * Delete the document.
	 * @return whether there was one
	 */
	boolean delete();

	/**
	 * The same document, with another limit.
	 * @param attempts how often an update is tried, at least 1. Default: 10
	 * @return the document
	 */
	Doc<T> maxAttempts(int attempts);

}
