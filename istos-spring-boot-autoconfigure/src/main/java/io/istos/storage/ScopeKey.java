package io.istos.storage;

import java.util.Comparator;

import io.istos.InvalidKeyException;

/**
 * Identifies the scope of a lease. Validated here, before anything is sent: one bad item
 * would fail the batch it travels in.
 *
 * @param namespace the namespace, at most {@value ClaimKey#MAX_NAMESPACE_BYTES} bytes of
 * UTF-8
 * @param scope the scope, not blank, at most {@value #MAX_SCOPE_LENGTH} characters
 */
public record ScopeKey(String namespace, String scope) implements Comparable<ScopeKey> {

	/**
	 * The longest scope, in characters (code points).
	 */
	public static final int MAX_SCOPE_LENGTH = 512;

	private static final Comparator<ScopeKey> ORDER = Comparator.comparing(ScopeKey::namespace)
		.thenComparing(ScopeKey::scope);

	/**
	 * Validate.
	 * @throws InvalidKeyException if a part can't be stored as it is
	 */
	public ScopeKey {
		StorableText.checkName("name", namespace, scope, MAX_SCOPE_LENGTH, new StorableText.Owner("scope", scope));
	}

	@Override
	public int compareTo(ScopeKey other) {
		return ORDER.compare(this, other);
	}

}
