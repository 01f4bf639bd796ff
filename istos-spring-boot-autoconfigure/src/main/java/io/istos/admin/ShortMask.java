package io.istos.admin;

/**
 * Shows how a key begins and ends, and nothing of one so short that this would be most of
 * it.
 */
final class ShortMask implements KeyMask {

	private static final int SHOWN = 2;

	private static final int SHORTEST = 10;

	private static final String HIDDEN = "…";

	@Override
	public String mask(String operation, String key) {
		if (key.codePointCount(0, key.length()) < SHORTEST) {
			return HIDDEN;
		}
		return key.substring(0, key.offsetByCodePoints(0, SHOWN)) + HIDDEN
				+ key.substring(key.offsetByCodePoints(key.length(), -SHOWN));
	}

}
