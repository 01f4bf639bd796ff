package io.istos.admin;

/**
 * How keys are shown to people who operate the application. A bean of this type masks
 * keys wherever {@link DurableAdmin} shows them, whatever {@code istos.admin.mask-keys}
 * says. Thread-safe.
 */
@FunctionalInterface
public interface KeyMask {

	/**
	 * Mask a key.
	 * @param operation the operation that the key belongs to
	 * @param key the key
	 * @return what to show instead
	 */
	String mask(String operation, String key);

}
