package io.istos.storage;

import java.nio.charset.StandardCharsets;

import io.istos.InvalidKeyException;

/**
 * Refuses text that a store would not keep as it is.
 */
final class StorableText {

	private StorableText() {
	}

	static void checkBytes(String what, String text, int max, String operation) {
		checkCharacters(what, text, operation);
		int bytes = text.getBytes(StandardCharsets.UTF_8).length;
		if (bytes > max) {
			throw invalid(what, operation, "has " + bytes + " bytes; the limit is " + max);
		}
	}

	static void checkLength(String what, String text, int max, String operation) {
		int length = text.codePointCount(0, text.length());
		if (length > max) {
			throw invalid(what, operation,
					"has " + length + " characters; the limit is " + max + ". Use a shorter key, or a digest of it");
		}
		checkCharacters(what, text, operation);
	}

	/**
	 * Check what names something by itself: the scope of a lease, the key of a document.
	 */
	static void checkName(String what, String namespace, String name, int max) {
		int length = name.codePointCount(0, name.length());
		if (name.isBlank()) {
			throw new InvalidKeyException("A " + what + " is blank: let its expression yield a text");
		}
		if (length > max) {
			throw new InvalidKeyException("The " + what + " '" + printable(name) + "' has " + length
					+ " characters; the limit is " + max + ". Use a shorter one, or a digest of it");
		}
		checkBytes("namespace", namespace, ClaimKey.MAX_NAMESPACE_BYTES, name);
		checkCharacters(what, name, name);
	}

	private static void checkCharacters(String what, String text, String operation) {
		for (int i = 0; i < text.length(); i++) {
			char c = text.charAt(i);
			if (c == '\0') {
				throw invalid(what, operation, "holds a NUL character at index " + i);
			}
			if (Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))) {
				i++;
			}
			else if (Character.isSurrogate(c)) {
				throw invalid(what, operation, "holds an unpaired surrogate at index " + i);
			}
		}
	}

	private static InvalidKeyException invalid(String what, String operation, String reason) {
		return new InvalidKeyException("The " + what + " of operation '" + printable(operation) + "' " + reason);
	}

	private static String printable(String text) {
		String shown = (text.length() <= 120) ? text : text.substring(0, 120) + "...";
		return shown.replaceAll("[\\p{Cntrl}\\p{Cs}]", "?");
	}

}
