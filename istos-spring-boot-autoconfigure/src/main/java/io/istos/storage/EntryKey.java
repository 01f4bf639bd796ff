package io.istos.storage;

import java.util.Comparator;

import io.istos.InvalidKeyException;

/**
 * Identifies a document or a value. Validated here, before anything is sent.
 *
 * @param namespace the namespace, at most {@value ClaimKey#MAX_NAMESPACE_BYTES} bytes of
 * UTF-8
 * @param key the key, not blank, at most {@value #MAX_KEY_LENGTH} characters
 */
public record EntryKey(String namespace, String key) implements Comparable<EntryKey> {

	/**
	 * The longest key, in characters (code points): that of an application, and a short
	 * prefix.
	 */
	public static final int MAX_KEY_LENGTH = 520;

	private static final Comparator<EntryKey> ORDER = Comparator.comparing(EntryKey::namespace)
		.thenComparing(EntryKey::key);

	private static final StorableText.Owner OWNER = new StorableText.Owner("document or value", "");

	/**
	 * Validate.
	 * @throws InvalidKeyException if a part can't be stored as it is
	 */
	public EntryKey {
		StorableText.checkName("key", namespace, key, MAX_KEY_LENGTH, OWNER);
	}

	@Override
	public int compareTo(EntryKey other) {
		return ORDER.compare(this, other);
	}

	/**
	 * Without the key, so that no message or log line tells one.
	 */
	@Override
	public String toString() {
		return "EntryKey[]";
	}

}
