package io.istos.storage;

/**
 * Is told what a store sends, by the threads that send it: it must be quick, and
 * thread-safe, and must not throw.
 */
@FunctionalInterface
public interface StorageListener {

	/**
	 * Nobody listens.
	 */
	StorageListener NONE = (statement, items) -> {
	};

	/**
	 * A statement was sent, and answered.
	 * @param statement what it does; one of a few names
	 * @param items for how many callers, or of how many things
	 */
	void sent(String statement, int items);

}
