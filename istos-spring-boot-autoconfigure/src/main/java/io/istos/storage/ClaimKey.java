package io.istos.storage;

import java.util.Comparator;

import io.istos.InvalidKeyException;

/**
 * Identifies a claim. Validated here, before anything is sent: one bad item would fail
 * the batch it travels in, and an unpaired surrogate would be stored as {@code ?} and let
 * two keys share a record.
 *
 * @param namespace the namespace, at most {@value #MAX_NAMESPACE_BYTES} bytes of UTF-8
 * @param operation the operation, at most {@value #MAX_OPERATION_BYTES} bytes of UTF-8
 * @param key the business key, not blank, at most {@value #MAX_KEY_LENGTH} characters
 */
public record ClaimKey(String namespace, String operation, String key) implements Comparable<ClaimKey> {

	/**
	 * The longest namespace, in bytes.
	 */
	public static final int MAX_NAMESPACE_BYTES = 255;

	/**
	 * The longest operation, in bytes.
	 */
	public static final int MAX_OPERATION_BYTES = 255;

	/**
	 * The longest key, in characters (code points).
	 */
	public static final int MAX_KEY_LENGTH = 512;

	private static final Comparator<ClaimKey> ORDER = Comparator.comparing(ClaimKey::namespace)
		.thenComparing(ClaimKey::operation)
		.thenComparing(ClaimKey::key);

	/**
	 * Validate.
	 * @throws InvalidKeyException if a part can't be stored as it is
	 */
	public ClaimKey {
		StorableText.Owner owner = new StorableText.Owner("operation", operation);
		StorableText.checkBytes("namespace", namespace, MAX_NAMESPACE_BYTES, owner);
		StorableText.checkBytes("name", operation, MAX_OPERATION_BYTES, owner);
		StorableText.checkLength("key", key, MAX_KEY_LENGTH, owner);
		if (operation.isBlank() || key.isBlank()) {
			throw new InvalidKeyException("Blank operation or key for operation '" + operation + "'");
		}
	}

	@Override
	public int compareTo(ClaimKey other) {
		return ORDER.compare(this, other);
	}

	/**
	 * Without the key, so that no message or log line tells one.
	 */
	@Override
	public String toString() {
		return "ClaimKey[operation=" + this.operation + "]";
	}

}
