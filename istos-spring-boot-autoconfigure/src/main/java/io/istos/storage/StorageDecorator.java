package io.istos.storage;

/**
 * Puts something around the store that the engine and the coordination use: what measures
 * it, say.
 */
@FunctionalInterface
public interface StorageDecorator {

	/**
	 * Decorate a store. What is returned must keep every promise of
	 * {@link StoragePlugin}.
	 * @param store the store
	 * @return what is to be used instead
	 */
	StoragePlugin decorate(StoragePlugin store);

}
