package io.istos.jackson;

/**
 * JSON text on its way to a store.
 */
final class JsonText {

	private JsonText() {
	}

	// Escape unpaired surrogates, which no store keeps: encoded as UTF-8 they turn into
	// question marks. In JSON text a surrogate only occurs within a string, where an
	// escape means the same.
	static String escapeUnpairedSurrogates(String json) {
		int first = unpaired(json, 0);
		if (first < 0) {
			return json;
		}
		StringBuilder escaped = new StringBuilder(json.length() + 16);
		int from = 0;
		for (int at = first; at >= 0; at = unpaired(json, from)) {
			escaped.append(json, from, at).append(String.format("\\u%04x", (int) json.charAt(at)));
			from = at + 1;
		}
		return escaped.append(json, from, json.length()).toString();
	}

	// The size as UTF-8, without encoding it.
	static long size(String json) {
		return json.codePoints().mapToLong(JsonText::size).sum();
	}

	private static long size(int codePoint) {
		if (codePoint < 0x80) {
			return 1;
		}
		if (codePoint < 0x800) {
			return 2;
		}
		return (codePoint < 0x10000) ? 3 : 4;
	}

	private static int unpaired(String text, int from) {
		for (int i = from; i < text.length(); i++) {
			int codePoint = text.codePointAt(i);
			if (Character.isSupplementaryCodePoint(codePoint)) {
				i++;
			}
			else if (Character.isSurrogate((char) codePoint)) {
				return i;
			}
		}
		return -1;
	}

}
