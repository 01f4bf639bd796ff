package io.istos.storage;

import java.nio.charset.StandardCharsets;

import io.istos.InvalidKeyException;

/**
 * Refuses text that a store would not keep as it is. Keys are not told, only what they
 * belong to.
 */
final class StorableText {

	private StorableText() {
	}

	static void checkBytes(String what, String text, int max, Owner owner) {
		checkCharacters(what, text, owner);
		int bytes = text.getBytes(StandardCharsets.UTF_8).length;
		if (bytes > max) {
			throw invalid(what, owner, "has " + bytes + " bytes; the limit is " + max);
		}
	}

	static void checkLength(String what, String text, int max, Owner owner) {
		int length = text.codePointCount(0, text.length());
		if (length > max) {
			throw invalid(what, owner,
					"has " + length + " characters; the limit is " + max + ". Use a shorter one, or a digest of it");
		}
		checkCharacters(what, text, owner);
	}

	/**
	 * Check what names something by itself: the scope of a lease, the key of a document.
	 */
	static void checkName(String what, String namespace, String name, int max, Owner owner) {
		if (name.isBlank()) {
			throw new InvalidKeyException(
					"The " + what + " of a " + owner.kind() + " is blank: let its expression yield a text");
		}
		checkBytes("namespace", namespace, ClaimKey.MAX_NAMESPACE_BYTES, owner);
		checkLength(what, name, max, owner);
	}

	private static void checkCharacters(String what, String text, Owner owner) {
		for (int i = 0; i < text.length(); i++) {
			char c = text.charAt(i);
			if (c == '\0') {
				throw invalid(what, owner, "holds a NUL character at index " + i);
			}
			if (Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))) {
				i++;
			}
			else if (Character.isSurrogate(c)) {
				throw invalid(what, owner, "holds an unpaired surrogate at index " + i);
			}
		}
	}

	private static InvalidKeyException invalid(String what, Owner owner, String reason) {
		return new InvalidKeyException("The " + what + " of " + owner + " " + reason);
	}

	/**
	 * What a text belongs to, by a name that is for operators.
	 *
	 * @param kind what it is
	 * @param name its name; empty if there is none to tell
	 */
	record Owner(String kind, String name) {

		@Override
		public String toString() {
			return this.name.isEmpty() ? "a " + this.kind : this.kind + " '" + printable(this.name) + "'";
		}

		private static String printable(String text) {
			String shown = (text.length() <= 120) ? text : text.substring(0, 120) + "...";
			return shown.replaceAll("[\\p{Cntrl}\\p{Cs}]", "?");
		}

	}

}
