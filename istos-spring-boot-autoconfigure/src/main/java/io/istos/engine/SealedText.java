package io.istos.engine;

/**
 * How encrypted text is stored: as JSON text that nothing plain looks like.
 */
final class SealedText {

	private static final String BEGIN = "{\"@istos.sealed\":\"";

	private static final String END = "\"}";

	private static final int ESCAPE_LENGTH = 6;

	private SealedText() {
	}

	static String of(String encrypted) {
		StringBuilder text = new StringBuilder(BEGIN.length() + encrypted.length() + END.length()).append(BEGIN);
		for (int i = 0; i < encrypted.length(); i++) {
			char c = encrypted.charAt(i);
			if (c < ' ' || c > '~' || c == '"' || c == '\\') {
				text.append(String.format("\\u%04x", (int) c));
			}
			else {
				text.append(c);
			}
		}
		return text.append(END).toString();
	}

	/**
	 * Plain JSON text as it is, unless it would be taken for an encrypted one: white
	 * space means nothing in JSON.
	 */
	static String plain(String json) {
		return isSealed(json) ? " " + json : json;
	}

	static boolean isSealed(String stored) {
		return stored.startsWith(BEGIN);
	}

	/**
	 * The encrypted text.
	 * @throws IllegalArgumentException if somebody changed what was stored
	 */
	static String read(String stored) {
		if (!stored.endsWith(END) || stored.length() < BEGIN.length() + END.length()) {
			throw new IllegalArgumentException("The encrypted text was cut off");
		}
		StringBuilder text = new StringBuilder();
		int end = stored.length() - END.length();
		for (int i = BEGIN.length(); i < end; i++) {
			char c = stored.charAt(i);
			if (c == '\\') {
				text.append(escaped(stored, i, end));
				i += ESCAPE_LENGTH - 1;
			}
			else {
				text.append(c);
			}
		}
		return text.toString();
	}

	private static char escaped(String stored, int start, int end) {
		if (start + ESCAPE_LENGTH > end) {
			throw new IllegalArgumentException("The encrypted text was cut off");
		}
		return (char) Integer.parseInt(stored, start + 2, start + ESCAPE_LENGTH, 16);
	}

}
